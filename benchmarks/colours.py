"""The two colours of the plots in docs/."""

BLUE, RED = "#3a7ca5", "#c1443c"
