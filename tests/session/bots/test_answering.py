"""Questions to bots are understood in two languages and always answered: by an offer, a price or a reason."""

import pytest

import tobean
from tests.support.engine.tables import VARIANTS
from tests.support.sessions import TALKERS, Driver, session_in_trading, setup_of, started_session, table_in_trading
from tobean.i18n import LANGUAGES
from tobean.kernel.actions import MakeOffer
from tobean.kernel.cards import KIND_OF
from tobean.kernel.events import OFFERED
from tobean.kernel.observation.observation import observe
from tobean.session import Session, Viewer
from tobean.session.answers.preferences import Preferences
from tobean.session.bots.bot_requests import run_request
from tobean.session.bots.reply_scheduler import ReplyScheduler
from tobean.session.chat.chat_help import chat_help, examples
from tobean.session.chat.lexicon import table_lexicon
from tobean.session.chat.parsed_sentence import asking_words
from tobean.session.chat.questions import question_from_statement, read_question
from tobean.session.chat.trade_help import talk
from tobean.session.log.entries import Acted, Entry, Said
from tobean.session.page.page_plugin import trades
from tobean.session.seats import bot_seat, person_seat

TRADING = [(game, players) for game, players in VARIANTS if trades(tobean.GAMES[game], players)]
LARGEST = [(game, max(players for other, players in TRADING if other == game)) for game in dict(TRADING)]
LONGEST = 3.0
"""Maximum seconds until bots answer."""

ENGLISH = (
    ("What do you want for the Chili?", "want Chili"),
    ("what would you take for your Chili, Ada?", "Ada: want Chili"),
    ("How much is the Red?", "want Red"),
    ("What does a Blue cost?", "want Blue"),
    ("What must I give you for the Green?", "want Green"),
    ("What's your price for two Soy?", "want Soy, Soy"),
    ("Who has Red?", "want Red"),
    ("Does anybody have a Blue bean?", "want Blue"),
    ("Ada, do you have Green?", "Ada: want Green"),
    ("Would you give me a Blue?", "want Blue"),
    ("Could I have your Red, Karl Otto?", "Karl Otto: want Red"),
    ("Any Red?", "want Red"),
    ("Will you sell me a Stink bean?", "want Stink"),
    ("any chilli for me?", "want Chili"),
    ("Anything for my Stink bean?", "give Stink"),
    ("What do I get for my Chili?", "give Chili"),
    ("What would you give me for the Chili?", "give Chili"),
    ("What is my stink worth to you?", "give Stink"),
    ("Who wants a Garden?", "give Garden"),
    ("Do you need Soy?", "give Soy"),
    ("Would you like my Red, Ada?", "Ada: give Red"),
    ("Anyone interested in Blue?", "give Blue"),
    ("Would you give me a Blue for my Soy?", "give Soy; want Blue"),
    ("Would you take my Soy for a Blue, Ada?", "Ada: give Soy; want Blue"),
    ("What do you want?", "wishes"),
    ("What are you looking for?", "wishes"),
    ("What can I offer you?", "wishes"),
    ("What do you have?", "goods"),
    ("Any offers?", "goods"),
    ("Why not?", "reason"),
    ("Why did you decline, Ada?", "Ada: reason"),
)
GERMAN = (
    ("Was willst du für die Feuerbohne?", "want Chili"),
    ("Was möchtest du für deine Rote haben, Ada?", "Ada: want Red"),
    ("Was kostet die Blaue?", "want Blue"),
    ("Wie viel willst du für die Sau?", "want Stink"),
    ("Was muss ich für eine Rote geben?", "want Red"),
    ("Wer hat Rote?", "want Red"),
    ("Hat jemand eine Blaue Bohne?", "want Blue"),
    ("Hast du Brechbohnen, Ada?", "Ada: want Green"),
    ("Würdest du mir eine Blaue geben?", "want Blue"),
    ("Gibst du mir deine Rote?", "want Red"),
    ("Kann ich eine Sojabohne haben?", "want Soy"),
    ("Kann mir jemand eine Gartenbohne geben?", "want Garden"),
    ("noch jemand Rote?", "want Red"),
    ("Irgendwas für meine Saubohne?", "give Stink"),
    ("Was kriege ich für meine Feuerbohne?", "give Chili"),
    ("Was gibst du mir für die Sau?", "give Stink"),
    ("Wer will Soja?", "give Soy"),
    ("Brauchst du Rote?", "give Red"),
    ("Möchtest du meine Sau, Karl Otto?", "Karl Otto: give Stink"),
    ("Nimmt jemand eine Feuerbohne?", "give Chili"),
    ("Gibst du mir eine Blaue gegen meine Soja?", "give Soy; want Blue"),
    ("Was suchst du?", "wishes"),
    ("Was brauchst du, Ada?", "Ada: wishes"),
    ("Was kann ich dir anbieten?", "wishes"),
    ("Was hast du?", "goods"),
    ("Irgendwelche Angebote?", "goods"),
    ("Warum nicht?", "reason"),
    ("Weshalb denn nicht, Ada?", "Ada: reason"),
)


def parsed_question(text: str, only_said: bool = False) -> str:
    """Parsed question of a sentence, in short form."""
    read = question_from_statement if only_said else read_question
    found = read(text, observe(table_in_trading(), 0), TALKERS)
    if found is None:
        return "nothing"
    assert found.plain, text
    kinds = [
        f"{word} {', '.join(map(tobean.name_of, kinds))}"
        for word, kinds in (("give", found.gives), ("want", found.wants))
        if kinds
    ]
    return (f"{TALKERS[found.to]}: " if found.to >= 0 else "") + ("; ".join(kinds) or found.form)


@pytest.mark.parametrize(("text", "meaning"), ENGLISH + GERMAN)
def test_questions_are_read(text: str, meaning: str) -> None:
    assert parsed_question(text) == meaning


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("I need Red", "want Red"),
        ("I'd like to have Red", "want Red"),
        ("habe Feuerbohnen", "give Chili"),
        ("Ich suche Blaue", "want Blue"),
        ("I need chilis, who can help?", "want Chili"),
        ("Ich bräuchte Feuerbohnen, wer kann helfen?", "want Chili"),
        ("Soy for a Red?", "give Soy; want Red"),
        ("hello there", "nothing"),
        ("gg", "nothing"),
        ("what a day", "nothing"),
        ("Rote?", "nothing"),
    ],
)
def test_calls_and_offers_in_chat_count_as_questions(text: str, meaning: str) -> None:
    assert parsed_question(text) == "nothing"
    assert parsed_question(text, only_said=True) == meaning


def test_a_question_need_not_be_confirmed() -> None:
    session = session_in_trading(bots=(1, 2)).session
    asked = talk(session, Viewer(0, "en"), "What do you want for the Chili?")
    assert (asked["question"], asked["do"]) == (True, None)
    offered = talk(session, Viewer(0, "en"), "Soy for a Red?")
    assert (offered["question"], offered["do"]) == (False, "A offer all: turned Soy for Red")


@pytest.mark.parametrize(("game", "players"), TRADING)
def test_question_words_are_not_kinds_and_examples_are_readable(game: str, players: int) -> None:
    rules = tobean.GAMES[game]
    kinds = {word for word, (meaning, _) in table_lexicon(rules, (), tuple(LANGUAGES)).items() if meaning == "kind"}
    assert not kinds & set(asking_words(tuple(LANGUAGES)))
    table = tobean.new_game(game, players, seed=1)
    for kind in {KIND_OF[bean.kind] for bean in rules.beans}:
        table.turned[:] = [kind]
        for seat in range(2):
            for language in LANGUAGES:
                for example in examples(observe(table, seat), language):
                    asked = read_question(example, observe(table, seat), TALKERS)
                    assert asked is not None, example
                    assert asked.gives or asked.wants, example


# --- answers ---------------------------------------------------------------------------------------------------


def play_to_trading(driver: Driver, active: int) -> None:
    """Plays first actions until this seat's trading phase."""
    table = driver.session.table
    while not (table.active == active and table.decision.is_trading and table.awaited == active):
        seat = table.awaited
        actions = table.legal_actions(seat)
        action = next((each for each in actions if each.VERB in ("pass", "end trading", "go on")), actions[0])
        driver.log += driver.session.take(action, driver.session.version, driver.now, driver.chance.new_seed())
        table = driver.session.table


@pytest.mark.parametrize(("game", "players"), LARGEST)
def test_every_addressed_bot_answers_within_three_seconds(game: str, players: int) -> None:
    bots = tuple(range(1, players))
    for active in (0, 1):
        driver = Driver(*started_session(setup_of(game, players, bots=bots, start=0)))
        play_to_trading(driver, active)
        concerned = {1} if active else set(bots)
        kinds = sorted({KIND_OF[bean.kind] for bean in driver.session.rules.beans})[:2]
        for kind in kinds:
            for form in (
                "Who has {}?",
                "What do you want for {}?",
                "Anything for my {}?",
                "Why not?",
                "What do you have?",
            ):
                began = driver.now
                said = driver.ask_bots(0, form.format(tobean.name_of(kind)))
                assert {entry.seat for entry in said} <= concerned
                assert {entry.seat for entry in said} == concerned or "Why" in form
                assert driver.now - began <= LONGEST
                driver.now += 10
        assert Session.resume(driver.log).utterances.items == driver.session.utterances.items


def test_a_call_is_answered_once_with_offers_or_reasons() -> None:
    driver = session_in_trading(bots=(1, 2))
    driver.person_acts(0, "A call: have Chili; want Garden")
    said = driver.deliver_replies()
    assert [entry.seat for entry in said] == [1, 2]
    offers = [event.event for event in driver.session.feed if event.event.name == OFFERED.name]
    assert {event.seat for event in offers} == {1, 2}
    assert all(tobean.kind_named("Garden") in event.cards for event in offers)
    assert driver.deliver_replies() == []
    # After answering, they do not volunteer again immediately.
    assert driver.bot_scheduler.volunteer_requests(driver.now) == []


def test_why_not_is_answered_by_the_bot_that_declined() -> None:
    driver = session_in_trading(bots=(1, 2))
    assert driver.ask_bots(0, "Why not?") == []
    driver.person_acts(0, "A offer C: turned Blue for 2 Garden")
    driver.log += driver.session.act(2, "C decline 1", driver.session.version, driver.now, 1, "bot")
    said = driver.ask_bots(0, "Why not?")
    assert [entry.seat for entry in said] == [2]
    assert said[0].meant is not None
    assert said[0].meant.occasion in ("not from me", "no use", "grow it myself")
    # After a refusal in words the same bot is meant; a bot addressed by name answers for itself.
    assert [entry.seat for entry in driver.ask_bots(0, "Nina, do you have Cocoa or Blue?")] == [1]
    assert [entry.seat for entry in driver.ask_bots(0, "Warum nicht, Keno?")] == [2]


@pytest.mark.parametrize("bot", ["sprout", "merchant/quiet"])
def test_every_refusal_to_a_person_has_a_reason(bot: str) -> None:
    driver = session_in_trading(bots=(1, 2))
    driver.session.seats[1] = bot_seat("Nina", bot)
    driver.session.table.talk[1] = 5  # the limit of the table, so that it makes no counter-offer
    said: list[Entry] = []
    for number, offer in enumerate(("turned Blue for 2 Garden", "turned Blue for Garden, Soy, Red"), start=1):
        driver.person_acts(0, f"A offer B: {offer}")
        ask = driver.next_request()
        thought = run_request(driver.bot_scheduler.build_request(ask, 1))
        assert thought["do"] == f"B decline {number}"
        driver.log += driver.bot_scheduler.play(ask, str(thought["do"]), driver.now, 1)
        said += driver.bot_scheduler.bot_chat.remark(ask.seat, ask.bot, thought["remark"], driver.now)  # type: ignore[arg-type]
    assert len(said) == 2


def test_a_price_asks_for_no_kept_kinds() -> None:
    for keeps, asked in (("", "Soy"), ("Soy", "")):
        driver = session_in_trading(bots=(1, 2))
        driver.log += driver.session.set_preferences(0, Preferences(keeps=keeps), driver.now)
        driver.ask_bots(0, "Nina, what do you want for Garden?")
        wanted = [tobean.name_of(kind) for offer in driver.session.table.offers for kind in offer.wants]
        assert asked in wanted if asked else "Soy" not in wanted


def test_a_question_off_turn_is_answered_by_the_active_player() -> None:
    driver = session_in_trading(bots=(0,))
    assert {entry.seat for entry in driver.ask_bots(1, "What do you want for the Blue?")} == {0}
    assert driver.ask_bots(1, "Keno, what do you want for the Blue?") == []  # people answer for themselves


def test_outside_trading_one_bot_explains_that_no_trade_is_possible() -> None:
    driver = Driver(*started_session(setup_of("bohnanza", 4, bots=(1, 2, 3), start=0)))
    said = driver.ask_bots(0, "Who has Red?")
    assert [entry.meant.occasion for entry in said if entry.meant is not None] == ["not now"]


def test_the_delay_of_an_answer_reveals_nothing() -> None:
    """The time of an answer is set before the bots compute it (I3)."""
    times = set()
    for hand in ("Garden", "Red"):
        driver = session_in_trading(bots=(1, 2))
        for seat in (1, 2):
            driver.session.table.hands[seat] = [tobean.kind_named(hand)] * 5
        driver.log += driver.session.say(0, "Timon", "Who has Garden?", driver.now)
        times.add(tuple((reply.seat, reply.at) for reply in driver.bot_scheduler.reply_scheduler.due(driver.now)))
    assert len(times) == 1


def test_an_offer_for_an_old_position_is_reconsidered() -> None:
    driver = session_in_trading(bots=(1, 2))
    driver.log += driver.session.say(0, "Timon", "Who has Garden?", driver.now)
    late = driver.bot_scheduler.reply_scheduler.due(driver.now)[0]
    thought = {"do": "B offer A: Garden@1 for Soy", "remark": {"occasion": "my price", "kinds": "Soy"}}
    driver.person_acts(0, "A call: want Garden")
    assert driver.bot_scheduler.reply(late, thought, driver.now, 1) == []
    fresh = driver.bot_scheduler.reply_scheduler.due(driver.now)[0]
    entries: list[Entry] = driver.bot_scheduler.reply(fresh, thought, driver.now, 1)
    assert [type(entry) for entry in entries] == [Acted, Said]
    assert driver.bot_scheduler.reply(fresh, thought, driver.now, 1) == []  # answered already


def test_old_unanswered_questions_are_forgotten() -> None:
    driver = session_in_trading(bots=(1, 2))
    driver.log += driver.session.say(0, "Timon", "Who has Garden?", driver.now)
    assert ReplyScheduler(driver.session).due(driver.now + 10)
    assert not ReplyScheduler(driver.session).due(driver.now + 100)


# --- questions that are not understood -------------------------------------------------------------------------


def heard(driver: Driver, text: str, language: str = "en") -> str:
    driver.log += driver.session.say(0, "Timon", text, driver.now)
    return chat_help(driver.session, driver.session.utterances.items[-1], language)


def test_alone_with_bots_unreadable_chat_is_answered_with_two_examples() -> None:
    driver = session_in_trading(bots=(1, 2))
    assert heard(driver, "Lorem ipsum") == "I did not understand. Try “Anything for Soy?” or “Who has Garden?”."
    assert "„Irgendwas für eine Sojabohne?“" in heard(driver, "Lorem ipsum", "de")
    assert heard(driver, "Who has Red?") == ""
    assert heard(driver, "How about 3 Red for your Garden?") == "You do not have 3 Red to give."
    assert heard(driver, "Who has Kidney?") == "There is no “kidney” in this game."
    assert heard(driver, "Why not?", "en") == "Nobody has said no to you in this turn."


def test_among_people_bots_answer_only_when_addressed() -> None:
    driver = session_in_trading(bots=(2,))
    for text in ("Lorem ipsum", "did you see who has the red car yesterday?", "Nina, was hast du heute vor?"):
        assert heard(driver, text) == ""
        assert driver.deliver_replies() == []
    assert "Who has" in heard(driver, "Keno, lorem ipsum")
    assert [entry.seat for entry in driver.ask_bots(0, "Who has Garden?")] == [2]


def test_chat_of_people_on_one_device_and_of_spectators() -> None:
    driver = session_in_trading(bots=(2,))
    driver.session.seats[1] = person_seat("Nina", "key of Timon")
    assert heard(driver, "Lorem ipsum")
    driver.log += driver.session.say(None, "Zaungast", "Hello!", driver.now)
    assert not heard(driver, "Lorem ipsum")


def test_in_games_without_trading_bots_have_no_answers() -> None:
    game = next(game for game in tobean.GAMES if not trades(tobean.GAMES[game], 2) and 2 in tobean.GAMES[game].players)
    driver = Driver(*started_session(setup_of(game, 2, bots=(1,))))
    assert driver.ask_bots(0, "What do you want?") == []
    assert heard(driver, "What do you want?").startswith("Nobody trades")


def test_an_answer_with_an_offer_is_one_log_append() -> None:
    driver = session_in_trading(bots=(1, 2))
    driver.ask_bots(0, "Who has Garden?")
    numbers = [at for at, entry in enumerate(driver.log) if isinstance(entry, Said) and entry.bot]
    made = [entry for entry in driver.log if isinstance(entry, Acted) and " offer " in entry.do]
    assert len(numbers) == len(made) == 2
    for at in numbers:
        before = driver.log[at - 1]
        assert isinstance(before, Acted)
        assert isinstance(
            driver.session.read(0 if before.do[0] == "A" else "ABC".index(before.do[0]), before.do), MakeOffer
        )
