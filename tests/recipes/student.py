"""Run in the copy, where the level `student` stands between club and expert: all that the bot does with a level."""

from bot.app.duels.arranging_screens import Moment, levels, partners_name, said_at
from bot.app.model.options import LEVELS, STRONGEST, GameOptions, guess_of, next_level, options_read
from bot.app.screen import Button
from bot.app.texts import texts_in
from bot.app.world import recall_by
from solver.variant import VARIANTS

MINI = VARIANTS["mini"]
LADDER = ["learner", "beginner", "casual", "club", "student", "expert", "perfect"]


def stands_in_the_ladder() -> None:
    assert list(LEVELS) == LADDER
    above = [next_level(name) for name in LADDER]
    assert [level and level.name for level in above] == [*LADDER[1:], None]
    assert STRONGEST == "perfect"


def has_its_own_figure() -> float:
    figures = [LEVELS[name].figure_for(MINI) for name in ("casual", "student", "perfect")]
    means = [figure.mean for figure in figures if figure is not None]
    assert len(means) == 3
    assert means == sorted(means, reverse=True)
    assert LEVELS["student"].figure_for(VARIANTS["three"]) is None
    return means[1]


def stands_in_the_menu(mean: float, language: str) -> None:
    texts = texts_in(language, has_faces=True)
    menu = levels(MINI, texts)
    pressed: Button = [button for row in menu.rows for button in row][LADDER.index("student")]
    assert partners_name("student", texts) == f"🐼 {language} Panda"
    assert pressed.text == f"🐼 {language} Panda · {language} student · {texts.decimal(mean, '0.0')}"
    assert said_at(Moment.CLOSE, "student", texts) == [f"🐼 <i>{language} What an exam.</i>"]
    assert pressed.data is not None
    assert pressed.data.endswith("student-mini")


def can_be_asked_for() -> None:
    options = GameOptions("think").but("mini student")
    assert options == options_read(options.written) == GameOptions("think", "mini", level="student")


def throws_its_dice() -> None:
    directly = recall_by(lambda question: question.about(*question.given))
    guesses = {guess_of(LEVELS["student"], MINI, (), str(seed), directly) for seed in range(9)}
    assert len(guesses) > 1


if __name__ == "__main__":
    stands_in_the_ladder()
    measured = has_its_own_figure()
    for spoken in ("en", "uk", "ru"):
        stands_in_the_menu(measured, spoken)
    can_be_asked_for()
    throws_its_dice()
