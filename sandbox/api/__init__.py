"""The Bot API's methods, each a plain function of the state and the call's checked parameters."""
