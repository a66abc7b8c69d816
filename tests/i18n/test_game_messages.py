"""Messages of games: everything that a game declares has a text in every language."""

import re
from dataclasses import replace
from itertools import product
from pathlib import Path

import msgspec
import pytest

from tests.support.engine import declarations
from tests.support.engine.tables import VARIANTS, new_test_table
from tobean.games import GAMES
from tobean.games.bohnanza.cards import RED
from tobean.games.bohnedikt.cards import EDICT
from tobean.games.card_set import rules_with_card_set
from tobean.i18n import LANGUAGES, game_messages_of, label, sentence
from tobean.i18n.card_names import kind_name
from tobean.i18n.catalogues import SOURCE, chain
from tobean.i18n.engine_messages import KERNEL
from tobean.i18n.game_messages import PREVIEW_VALUES
from tobean.i18n.languages.grammar import Grammar, grammar_of
from tobean.i18n.narrator import PROMPT_PARAMETERS, Narrator, narrator_of
from tobean.i18n.rulebook import rules as rulebook
from tobean.i18n.templates import UnknownForm
from tobean.kernel.actions import parse_action
from tobean.kernel.cards import HIDDEN, Bean, Extra
from tobean.kernel.events import PASSED, RAN_OUT
from tobean.session.page.catalogue import catalogue
from tobean.session.page.page_plugin import page_data

every_game_and_language = pytest.mark.parametrize(("game", "language"), list(product(GAMES, LANGUAGES)))
PLAYERS = ("Nina", "Timon", "Keno", "Jule", "Ole", "Lea", "Max")


def translated(english: str, language: str, game: str) -> bool:
    return language == SOURCE or any(place.text(english, None) is not None for place in chain(language, game))


@every_game_and_language
def test_every_event_has_a_sentence(game: str, language: str) -> None:
    narrator = narrator_of(GAMES[game], language)
    said = set()
    for kind in declarations.event_kinds(game):
        for event in declarations.event_shapes(kind) + declarations.event_shapes(kind, HIDDEN):
            key = narrator.messages.event_key(event)
            said.add(key)
            assert key in narrator.messages.events, key
            assert translated(narrator.messages.events[key], language, game), key
            text = narrator.sentence(event, PLAYERS)
            assert re.search(r'[.]\u00a0?[”“"»]?$', text), text
            assert "{" not in text
    assert narrator.messages.events.keys() <= said, "unused texts"


@pytest.mark.parametrize("game", GAMES)
def test_a_game_uses_its_own_rule_pages(game: str) -> None:
    prefixes = GAMES[game].prefixes
    assert len(set(prefixes)) == len(prefixes), prefixes
    own = {rule.prefix for rule in rulebook().values() if rule.page == game}
    assert own <= set(prefixes), "the letters of its rules are not among its `prefixes`"


@every_game_and_language
def test_every_notice_has_a_text(game: str, language: str) -> None:
    narrator = narrator_of(GAMES[game], language)
    variants = {kind.name: narrator.messages.moment_variants.get(kind.name) for kind in declarations.event_kinds(game)}
    names = {*variants, *(key for name in variants for key in narrator.messages.moments if key.startswith(f"{name}, "))}
    assert narrator.messages.moments.keys() <= names, "lesson conditions that are never met"
    for kind in declarations.event_kinds(game):
        for event in declarations.event_shapes(kind) + declarations.event_shapes(kind, HIDDEN):
            found = narrator.moment(event, PLAYERS)
            if found is not None:
                moment, text = found
                assert "{" not in text
                assert all(translated(each, language, game) for each in (moment.title, moment.text) if each)


@every_game_and_language
def test_every_action_has_a_name(game: str, language: str) -> None:
    narrator = narrator_of(GAMES[game], language)
    said = set()
    for kind in declarations.actions(game):
        assert kind.EXAMPLES
        values = {value.name: value for value in kind.PARAMETERS}
        for action in declarations.action_combinations(kind):
            key = narrator.messages.action_key(action)
            if key not in said:
                said.add(key)
                assert key in narrator.messages.actions, key
                assert translated(narrator.messages.actions[key], language, game), key
                assert narrator.template(narrator.messages.actions[key], values)
        for action in declarations.examples(kind):
            assert action.values() == tuple(getattr(action, name) for name in values)
            assert "{" not in narrator.action_text(action, PLAYERS)
    assert narrator.messages.actions.keys() <= said, "unused texts"


@every_game_and_language
def test_action_previews_have_texts(game: str, language: str) -> None:
    narrator = narrator_of(GAMES[game], language)
    verbs = {kind.VERB: kind for kind in declarations.actions(game)}
    for key, text in narrator.messages.action_previews.items():
        kind = verbs[max((verb for verb in verbs if key.startswith(verb)), key=len)]
        assert translated(text, language, game), key
        assert narrator.template(text, {**PREVIEW_VALUES, **{value.name: value for value in kind.PARAMETERS}})


@every_game_and_language
def test_every_decision_has_a_prompt(game: str, language: str) -> None:
    narrator = narrator_of(GAMES[game], language)
    questions = narrator.messages.questions
    assert [kind.NAME for kind in declarations.decisions(game) if (kind.PROMPT_KEY or kind.NAME) not in questions] == []
    values = {
        value.name: value for kind in declarations.decisions(game) for value in kind.PARAMETERS
    } | PROMPT_PARAMETERS
    for question in questions.values():
        for text in filter(None, question[1:]):
            assert translated(text, language, game), text
            assert narrator.template(text, values)


@every_game_and_language
def test_every_other_text_is_translated(game: str, language: str) -> None:
    rules, words = GAMES[game], game_messages_of(GAMES[game])
    assert [text for text in words.texts() if text and not translated(text, language, game)] == []
    assert [text for text, _ in words.plural_texts() if not translated(text, language, game)] == []
    options = [words.options.get(option.name, option.meaning) for option in rules.options]
    cards: tuple[Bean | Extra, ...] = (*rules.beans, *rules.extras)
    printed = [card.text for card in cards if card.text]
    assert [text for text in (*options, *printed) if not translated(text, language, game)] == []
    if language != SOURCE:
        for card in cards:
            assert any(place.text(kind_name(card.kind, SOURCE), "card") for place in chain(language, game))


@every_game_and_language
def test_every_card_thing_and_phase_explains_itself(game: str, language: str) -> None:
    """By a text of its own, by the name of its group, or by its beanometer; and each names an existing rule."""
    rules = GAMES[game]
    for players in rules.players:
        cards = msgspec.json.decode(catalogue(rules, players, language))
        things, known = cards["things"], rulebook(language)
        texts = [things.get(thing) for thing in ("field", "thalers", "hand", "draw pile", "discard pile", "run-outs")]
        texts += [
            *things.values(),
            *msgspec.json.decode(msgspec.json.encode(page_data(rules, players, language)))["phases"],
        ]
        for card in [card for group in cards.values() for card in group if isinstance(card, dict) and "count" in card]:
            texts.append(card if card["about"] else things[card["of"]])
            assert not re.search(r"\b[A-Z]\d\b", card["name"]), "a name is no code"
        texts += [things[back["behind"]] for back in cards["backs"]]
        assert all(about["about"] and about["rule"] in known for about in texts)
        assert all(known[about["rule"]].prefix in rules.prefixes for about in texts)


def test_a_bean_without_texts_is_explained_by_its_beanometer() -> None:
    (garden,) = [bean for bean in GAMES["bohnanza"].beans if bean.name == "Garden"]
    assert narrator_of(GAMES["bohnanza"], "en").about(garden).text == (
        "A harvest pays 2 thalers for 2 cards and 3 for 3."
    )
    assert narrator_of(GAMES["bohnanza"], "de").about(garden).text == (
        "Eine Ernte bringt 2 Taler für 2 Karten und 3 für 3."
    )


def test_texts_of_a_custom_card_set_are_shown() -> None:
    own = rules_with_card_set(GAMES["rabohnzel"], {"game": "rabohnzel", "extras": {"Move spell": {"text": "Hop"}}})
    spells = {spell["key"]: spell for spell in msgspec.json.decode(catalogue(own, 3, "en"))["spells"]}
    assert (spells["move-spell"]["text"], spells["hand-spell"]["text"]) == ("Hop", "")
    assert spells["move-spell"]["about"] != spells["hand-spell"]["about"] != ""


@pytest.mark.parametrize("game", GAMES)
def test_every_outcome_has_a_text(game: str) -> None:
    blanks = dict.fromkeys(("who", "tied", "thalers", "start", "rival", "rivals", "scores"), "x")
    for outcome in game_messages_of(GAMES[game]).outcomes.values():
        for language in LANGUAGES:
            assert narrator_of(GAMES[game], language).text(outcome.text).format(**blanks)


@pytest.mark.parametrize(("game", "players"), VARIANTS)
def test_every_phase_of_a_turn_has_a_name(game: str, players: int) -> None:
    rules = GAMES[game]
    phases = game_messages_of(rules).phases_for(players)
    decided = {step.phase for step in rules.turn_steps(players) if step.is_decision and step.phase}
    assert decided <= {phase.number for phase in phases}
    assert len({(phase.shown, phase.text) for phase in phases}) == len(phases)


@pytest.mark.parametrize(("game", "players"), VARIANTS)
def test_no_first_turn_begins_with_a_later_number(game: str, players: int) -> None:
    """Where a turn may skip the first phases, they have names only."""
    table = new_test_table(game, players, 1)
    first = next(phase for phase in game_messages_of(table.rules).phases_for(players) if phase.number == table.phase)
    assert first.shown[:1] in ("", "1")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_grammar_is_complete(language: str) -> None:
    grammar = grammar_of(language)
    assert [name for name in dir(Grammar) if not name.startswith("_") and not hasattr(grammar, name)] == []
    assert grammar.nth(2) != grammar.nth(7)
    assert grammar.thalers(1) != grammar.thalers(2)


# --- games without messages ----------------------------------------------------------------------------------


def test_a_game_without_messages_uses_those_of_the_engine() -> None:
    renamed = replace(GAMES["bohnanza"], name="renamed")
    GAMES.add(renamed)
    try:
        assert game_messages_of(renamed) is KERNEL
        assert sentence(PASSED.of(seat=0), renamed, PLAYERS, "de") == "Nina passt."
        assert label(parse_action("A plant Red 1"), renamed, PLAYERS, "de") == "Rote Bohne auf Feld 1 anbauen"
    finally:
        GAMES.remove("renamed")


def test_messages_are_inherited_except_the_blurb() -> None:
    rabohnzel, excalibohn = game_messages_of(GAMES["rabohnzel"]), game_messages_of(GAMES["excalibohn"])
    assert rabohnzel.blurb != excalibohn.blurb
    assert excalibohn.events == rabohnzel.events
    assert excalibohn.rules["ended"] != rabohnzel.rules["ended"]
    assert game_messages_of(GAMES["bohnedikt"]).options == game_messages_of(GAMES["bohnanza"]).options


# --- grammatical forms ---------------------------------------------------------------------------------------


def test_a_template_with_an_unknown_argument_is_reported() -> None:
    narrator = Narrator(GAMES["bohnanza"], "en")
    values = {value.name: value for value in PASSED.parameters}
    for text in ("{who} passes.", "{seat:spoken} passes."):
        with pytest.raises(UnknownForm):
            narrator.template(text, values)


def test_custom_card_names_are_used() -> None:
    table = GAMES["bohnanza"]
    beans = tuple(
        replace(bean, names_by_language=(("de", "Rubinbohne"), ("en", "Ruby"))) if bean.kind == RED else bean
        for bean in table.beans
    )
    own = replace(table, beans=beans, card_set="{}")
    plant = parse_action("A plant Red 1")
    assert label(plant, own, PLAYERS) == "Plant Ruby on field 1"
    assert label(plant, own, PLAYERS, "de") == "Rubinbohne auf Feld 1 anbauen"


def test_invalid_messages_are_replaced_by_those_of_the_engine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    package = tmp_path / "speechless_game"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "messages.py").write_text("WORD = 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    rules = replace(next(iter(GAMES.values())), name="speechless")
    GAMES.add(rules, "speechless_game")
    request.addfinalizer(lambda: GAMES.remove("speechless"))
    with pytest.warns(
        RuntimeWarning, match=r"speechless_game\.messages\.MESSAGES must be of the type GameMessages, not NoneType"
    ):
        assert game_messages_of(rules) is KERNEL
    for language in LANGUAGES:
        with pytest.warns(RuntimeWarning, match="speechless_game"):
            assert sentence(PASSED.of(seat=0), rules, PLAYERS, language).startswith("Nina ")


def test_running_out_for_the_last_time_announces_the_end() -> None:
    narrator = narrator_of(GAMES["bohnanza"], "en")
    texts = [narrator.moment(RAN_OUT.of(run_out=number, last=int(number == 3)), PLAYERS) for number in (2, 3)]
    assert ["ends" in found[1] for found in texts if found is not None] == [False, True]


def test_beans_are_named_by_kind_and_other_cards_by_a_noun() -> None:
    narrator = narrator_of(GAMES["bohnedikt"], "en")
    assert narrator.label((RED, RED, EDICT, EDICT)) == "2 Red and 2 Edicts"
