"""Families of variants by kind of symbols: each is a page of the menus. A new family is one entry."""

from collections.abc import Callable
from dataclasses import dataclass

from solver.variant import VARIANTS, Variant


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """A page of variants."""

    name: str
    label: str
    """Text key of its name."""
    rule: str
    """Text key of the rule for secrets."""
    party_letter: str
    """The letter of the page in buttons of the party menu."""
    has: Callable[[Variant], bool]
    """Whether a variant is of this kind; a later family takes precedence."""


FAMILIES = {
    family.name: family
    for family in (
        Family(name="digits", label="duel.digits", rule="choice.digits", party_letter="d", has=lambda _: True),
        Family(
            name="signs",
            label="duel.signs",
            rule="choice.signs",
            party_letter="s",
            has=lambda variant: bool(variant.shown),
        ),
        Family(
            name="words",
            label="duel.words",
            rule="choice.words",
            party_letter="w",
            has=lambda variant: bool(variant.words),
        ),
    )
}
"""By name, in the order of the menus. The first page is shown first; it has all that no other claims."""


def family_of(variant: Variant) -> Family:
    """The family of a variant: the last of those that claim it."""
    return next(family for family in reversed(FAMILIES.values()) if family.has(variant))


def variants_of(family: Family) -> tuple[str, ...]:
    """The names of its variants, in the order of VARIANTS."""
    return tuple(name for name, variant in VARIANTS.items() if family_of(variant) is family)
