"""Attacks of one or a few people, with any client, on others. A new attack is one entry in FOUL."""

from faults.troubles.foul.flooding import (
    big_texts,
    listeners_who_block,
    many_challenges,
    many_matches,
    one_person_in_many_groups,
    questions_inline,
    remarks_for_a_crowd,
    summons_among_two,
)
from faults.troubles.foul.matches import abort_after_guessing, never_guess, told_positions
from faults.troubles.foul.pressing import (
    block_in_turn,
    every_button_twice,
    guess_while_the_group_moves,
    stale_in_others_group,
    stale_in_private,
)
from faults.troubles.foul.scene import Attack
from faults.troubles.foul.thinking import (
    hints_in_many_groups,
    longest_message,
    more_than_is_remembered,
    review_of_endless_game,
    reviews_in_many_groups,
)

FOUL: dict[str, Attack] = {
    "longest-message": longest_message,
    "more-than-is-remembered": more_than_is_remembered,
    "endless-game": review_of_endless_game,
    "reviews-in-groups": reviews_in_many_groups,
    "hints-in-groups": hints_in_many_groups,
    "stale-in-group": stale_in_others_group,
    "stale-in-private": stale_in_private,
    "pressed-twice": every_button_twice,
    "room": remarks_for_a_crowd,
    "room-blocked": listeners_who_block,
    "race-aborted": abort_after_guessing,
    "race-ignored": never_guess,
    "matches": many_matches,
    "challenges": many_challenges,
    "blocking": block_in_turn,
    "moving": guess_while_the_group_moves,
    "advice": told_positions,
    "groups": one_person_in_many_groups,
    "inline": questions_inline,
    "summons": summons_among_two,
    "big-texts": big_texts,
}
