"""Messages that the magic games share: abilities, attacks and spells."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from tobean.games.magic.action_previews import PREVIEW_BUILDERS, PREVIEW_TEXTS, ActionPreview
from tobean.games.magic.actions import Cast, Use
from tobean.games.magic.cards import CAPE, CAPES_FOR_A_SPELL, MAGIC, MEAN, PLUCK, PRINCESS, SWORD, WHITE
from tobean.games.magic.component import MAGIC_PHASE, MAX_FIELDS, Magic, magic_of
from tobean.games.magic.spells.registry import SpellParameter, SpellsParameter
from tobean.games.magic.spells.shared_spells import SHARED_SPELLS
from tobean.games.magic.spells.spell import SPELL_BY_KIND, Spell
from tobean.i18n.action_previews import harvest as engine_harvest
from tobean.i18n.card_names import CardNamer
from tobean.i18n.engine_messages import KERNEL, NO_ROOM
from tobean.i18n.game_messages import Explanation, GameMessages, Moment, Phase, Prompt, Reason
from tobean.kernel.actions import Harvest
from tobean.kernel.cards import HIDDEN
from tobean.kernel.events import Event
from tobean.kernel.rules import Result
from tobean.kernel.state.position import Position
from tobean.kernel.table import Table

# --- events --------------------------------------------------------------------------------------------------


def unseen(event: Event) -> str:
    """Return the variant without cards if all cards are secret."""
    return event.name + (", unseen" if event.cards and all(card == HIDDEN for card in event.cards) else "")


EVENTS: Final = {
    "activated": "{seat} activates the {cards:label}.",
    "attacked": "{seat} attacks {target} and draws a thaler: {cards:label}.",
    "borrowed spell": "{seat} borrows the top spell of the pile: {cards:label}.",
    "cast": "{seat} uses the {cards:label}.",
    "chose thaler": "{seat} lets this thaler count: {cards:label}.",
    "discarded thaler": "{seat} loses a thaler to the discard pile: {cards:label}.",
    "drew spell": "{seat} gets a spell card: {cards:label}.",
    "drew spell, unseen": "{seat} gets a spell card.",
    "enchanted": "{seat} enchants a field: its first card now counts as {cards:label}.",
    "kept": "{seat} keeps the card in the hand.",
    "kept spell": "{seat} lays the spell down face down.",
    "lost field": "{seat} has only two fields left.",
    "moved card": "{seat} moves a hand card.",
    "opened field": "{seat} opens a third field.",
    "played magic": "{seat} discards {cards} from the hand.",
    "showed spell": "{seat} shows the highest spell and starts: {cards:label}.",
    "showed thaler": "{seat} turns over a thaler: {cards:label}.",
    "stole": "{seat} takes the last hand card from {victim}: {cards:label}.",
    "stole, unseen": "{seat} takes the last hand card from {victim}.",
    "swapped spells": "{seat} swaps spells with {partner} and gets: {cards:label}.",
    "swapped spells, unseen": "{seat} swaps spells with {partner}.",
    "used ability": "{seat} uses the ability of field {field}: {cards:label}.",
    "won thaler": "{seat} wins the thaler from {target}: {cards:label}.",
}

ATTACK_TITLE: Final = "An attack!"
SPELL_TITLE: Final = "A spell!"
MEAN_TITLE: Final = "Mean beans!"
MOMENTS: Final = {
    "attacked, princess": Moment(ATTACK_TITLE, "{seat} attacks {target} and draws a thaler: {cards:label}!"),
    "attacked, sword": Moment(
        ATTACK_TITLE,
        "{seat} attacks {target} and draws a thaler: {cards:label}. It stays, but a Sword can strike back.",
    ),
    "attacked, pluck": Moment(
        ATTACK_TITLE,
        "{seat} attacks {target} and draws a thaler: {cards:label}. It stays, and {target} takes a hand card.",
    ),
    "attacked, magic": Moment(
        ATTACK_TITLE,
        "{seat} attacks {target} and draws a thaler: {cards:label}. It stays, but {seat} can activate a spell.",
    ),
    "attacked, nothing": Moment(ATTACK_TITLE, "{seat} attacks {target} and draws a thaler: {cards:label}. It stays."),
    "won thaler": Moment(ATTACK_TITLE, "{seat} wins the thaler from {target}."),
    "chose thaler": Moment(ATTACK_TITLE, shown_to_all=False),
    "used ability, mean": Moment(
        MEAN_TITLE,
        "{seat} is mean: all others turn over a thaler. The player with the highest number keeps it; the others lose "
        "theirs.",
    ),
    "showed thaler": Moment(MEAN_TITLE),
    "discarded thaler": Moment(MEAN_TITLE),
    "stole": Moment("A hand card is taken"),
    "activated": Moment("A spell is activated", shown_to_all=False),
    "cast": Moment(SPELL_TITLE, shown_to_all=False),
    "borrowed spell": Moment(SPELL_TITLE),
    "swapped spells": Moment(SPELL_TITLE),
    "enchanted": Moment(SPELL_TITLE, shown_to_all=False),
    "drew spell": Moment("A spell card"),
}
DRAWN: Final = {PRINCESS: "princess", SWORD: "sword", PLUCK: "pluck", MAGIC: "magic"}


def attacked(event: Event) -> str:
    """Return the variant by the drawn thaler, which decides how the attack continues (R15)."""
    return "attacked, " + next((DRAWN[card] for card in event.cards if card in DRAWN), "nothing")


def used_ability(event: Event) -> str:
    """Return the variant for Mean beans, which affect all other players (R10); for others the next events say
    enough."""
    return event.name + (", mean" if MEAN in event.cards else "")


RULES: Final = {
    "drew spell": "R9",
    "showed spell": "R2",
    "used ability": "R5",
    "played magic": "R5",
    "activated": "R12",
    "cast": "R16",
    "stole": "R8",
    "kept": "R8",
    "attacked": "R14",
    "chose thaler": "R17",
    "won thaler": "R15",
    "showed thaler": "R10",
    "discarded thaler": "R10",
    "swapped spells": "R19",
    "kept spell": "R19",
    "borrowed spell": "R27",
    "moved card": "R25",
    "took from discard": "R22",
    "discarded": "R20",
    "opened field": "R18",
    "lost field": "R18",
    "enchanted": "R23",
    "passed": "R5",
    "ended": "R4",
}

# --- actions -------------------------------------------------------------------------------------------------


def use(action: Use) -> str:
    if action.with_attack:
        return "use with attack" if action.target >= 0 else "use alone with attack"
    if action.spells:
        return "use for spells"
    return "use on" if action.target >= 0 else "use"


def cast(action: Cast) -> str:
    return SPELL_BY_KIND[action.spell].label_key(action)


ACTIONS: Final = {
    "use": "Use the ability of field {field}",
    "use on": "Use the ability of field {field} on {target}",
    "use with attack": "Use the ability of field {field} on {target}, with the attack spell",
    "use alone with attack": "Use the ability of field {field}, with the attack spell",
    "use for spells": "Use the ability of field {field} and activate: {spells}",
    "play": "Discard Magic from your hand (card {place}) and activate the {spell}",
    "keep": "Keep it",
    "choose": "Let this thaler count: {card}",
    "counterattack": "Counter-attack",
    "activate": "Activate: {spell}",
    "cast": "Use the {spell}",
}


def harvest(action: Harvest, seen: Position) -> ActionPreview:
    """Add the spell that Capes bring (R9) and the third field that closes with any harvest (R18)."""
    preview = engine_harvest(action, seen)
    magic = seen.component
    assert isinstance(magic, Magic)
    row = seen.fields[action.seat][action.field]
    if action.discards:
        return preview
    with_spell = row[-1] == CAPE and len(row) >= CAPES_FOR_A_SPELL and bool(magic.pile)
    closing = len(seen.fields[action.seat]) == MAX_FIELDS
    which = ("harvest, with spell" if with_spell else preview[0]) + (", closing" if closing else "")
    return which, preview[1]


def spell_text(spell: int, form: str, card_namer: CardNamer) -> str:
    return card_namer.label((spell,))


def spells_text(spells: tuple[int, ...], form: str, card_namer: CardNamer) -> str:
    return card_namer.label(spells)


# --- prompts -------------------------------------------------------------------------------------------------

QUESTIONS: Final = {
    "magic": Prompt("R5", "Magic phase: use abilities or magic beans, or go on.", "{who} is in the magic phase."),
    "window": Prompt(
        "R16",
        "Last moment before it goes on: you may harvest, or use a spell that is active.",
        "{who} may harvest or use a spell.",
    ),
    "start of trading": Prompt("R20", "Before the trading you may use a spell, or go on.", "{who} may use a spell."),
    "after the draw": Prompt("R25", "Before your turn ends you may use a spell, or go on.", "{who} may use a spell."),
    "choose thaler": Prompt("R17", "Choose which of the two thalers counts.", "{who} chooses between two thalers."),
    "counter-attack": Prompt("R15", "A sword: counter-attack, or pass.", "{who} may counter-attack."),
    "activate one": Prompt("R15", "A magic bean: activate one of your spells, or pass.", "{who} may activate a spell."),
    "place card": Prompt("R8", "Keep the card you won, or plant it.", "{who} keeps or plants the card just won."),
    "place card, drawn": Prompt(
        "R11", "Keep the card you drew, or plant it.", "{who} keeps or plants the card just drawn."
    ),
    "place card, attack": Prompt(
        "R15", "Keep the card you won, or plant it.", "{who} keeps or plants the card just won."
    ),
    "lay spell": Prompt("R19", "Activate the spell you got, or keep it face down.", "{who} looks at a spell."),
    "card flow": Prompt(
        "R21", "Card flow: plant the front card as often as you like, then go on.", "{who} plants by card flow."
    ),
    "card flow" + NO_ROOM: Prompt(
        "R21",
        "Card flow: no room for your front card. Harvest a field first, or go on.",
        "{who} plants by card flow.",
    ),
    "card flow, empty hand": Prompt(
        "R21",
        "Card flow: your hand is empty. Use an ability that can bring you a card, or go on.",
        "{who} plants by card flow.",
    ),
    "plant enchanted": Prompt(
        "R24", "The Players spell: everybody has to plant the front card, you too.", "{who} must plant the front card."
    ),
    "plant enchanted" + NO_ROOM: Prompt(
        "R24",
        "The Players spell: you have to plant your front card, but there is no room. Harvest a field first.",
        "{who} must plant the front card.",
    ),
    "plant enchanted, caster": Prompt(
        "R24", "You may plant your front card, or pass.", "{who} may plant the front card."
    ),
    "plant enchanted, caster" + NO_ROOM: Prompt(
        "R24", "No room for your front card: harvest a field first, or pass.", "{who} may plant the front card."
    ),
}

# --- texts of cards ------------------------------------------------------------------------------------------

CARDS: Final = {
    PLUCK: Explanation(
        "R8",
        "Ability, in your magic phase: take the last card of another player's hand; its kind is announced. Put it at "
        "the back of your own hand, or plant it at once, after a harvest if you like.",
    ),
    CAPE: Explanation(
        "R9",
        "No ability. But a player who harvests two or more of them, in any turn, also draws a spell card, if one is "
        "left, and may keep it secret until it is first activated.",
    ),
    MEAN: Explanation(
        "R10",
        "Ability, in your magic phase, with four or more on the field: all other players with thalers turn over one at "
        "random. Everyone who shows the highest number keeps the card; the others lose theirs to the discard pile.",
    ),
    WHITE: Explanation(
        "R11",
        "Ability, in your magic phase: draw a card to the back of your hand. With four or more on the field you may "
        "plant it at once instead, after a harvest if you like.",
    ),
    MAGIC: Explanation(
        "R12",
        "Ability, in your magic phase: activate one of your face-down spells, with four or more on the field up to "
        "two. Discarded from your hand in the same phase, each Magic bean activates one as well.",
    ),
    PRINCESS: Explanation(
        "R13",
        "No ability. As a thaler it is in danger: an attacker who draws a Princess bean wins that thaler.",
    ),
    SWORD: Explanation(
        "R15",
        "Ability, in your magic phase: attack another player with thalers and draw one of these at random. A Princess "
        "is yours. A Sword: they may strike back in the same way, and you may answer. A Pluck: they take your last "
        "hand card and keep or plant it. A Magic: you may activate one of your face-down spells. Anything else: "
        "nothing happens. Unless it is won, a thaler stays where it was. Until the attack is over, its target may not "
        "harvest.",
    ),
}

ABILITY: Final = Explanation(
    "R6",
    "Each field can use its ability once in a magic phase. A field replanted in this phase has it again.",
)
THINGS: Final = {
    "bean": ABILITY,
    "spell": Explanation(
        "R16",
        "A spell lies face down until it is activated: by a Magic bean on a field or from the hand, or in an attack. "
        "Once active it may be used one time, at its moment; at the end of your turn it is turned face down again. "
        "In a tie the player with the more valuable spells wins.",
    ),
    "spell pile": Explanation("R9", "A player who harvests two or more Cape beans draws the top spell of this pile."),
    "ability": ABILITY,
    "enchanted": Explanation(
        "R23", "The first card of this field is enchanted: it counts as the kind that was planted on it."
    ),
    "used": Explanation("R7", "The ability of this field has been used in this magic phase."),
}

MAGIC_TURN: Final = Phase(
    MAGIC_PHASE,
    "1½",
    "magic",
    Explanation(
        "R5",
        "Use the abilities of the beans on your fields, once each, and discard Magic beans from your hand to activate "
        "spells. You do not have to use any of it.",
    ),
)

# --- outcomes ------------------------------------------------------------------------------------------------


def reason(table: Table, result: Result) -> Reason:
    """Return the outcome: in a tie the players' spells count (R4, E4)."""
    if result.thalers.count(max(result.thalers)) == 1:
        return Reason("most")
    scores = [magic_of(table).spell_score(seat) for seat in range(table.players)]
    return Reason("spells" if len(result.winners) == 1 else "spells, shared", tuple(scores))


def with_spells(messages: GameMessages, spells: Sequence[Spell]) -> GameMessages:
    """Return the messages of a game with the texts of these spells, which those it is based on do not have."""
    return replace(
        messages,
        actions={**messages.actions, **{key: text for spell in spells for key, text in spell.labels.items()}},
        action_previews={
            **messages.action_previews,
            **{key: text for spell in spells for key, text in spell.previews.items()},
        },
        cards={**messages.cards, **{spell.kind: Explanation(spell.rule, spell.text) for spell in spells}},
    )


MESSAGES: Final = with_spells(
    GameMessages(
        home=__package__,
        based_on=KERNEL,
        events=EVENTS,
        moments=MOMENTS,
        moment_variants={"attacked": attacked, "used ability": used_ability},
        event_variants={"drew spell": unseen, "stole": unseen, "swapped spells": unseen},
        actions=ACTIONS,
        action_variants={"use": use, "cast": cast},
        preview_builders={**PREVIEW_BUILDERS, "harvest": harvest},
        action_previews=PREVIEW_TEXTS,
        questions=QUESTIONS,
        values={SpellParameter: spell_text, SpellsParameter: spells_text},
        rules=RULES,
        rules_at={
            "card flow": {"planted": "R21"},
            "place card": {"planted": "R8"},
            "place card, drawn": {"planted": "R11", "kept": "R11"},
            "place card, attack": {"planted": "R15", "kept": "R15"},
        },
        cards=CARDS,
        things=THINGS,
        headings={"spell": "Spells"},
        reason=reason,
    ),
    SHARED_SPELLS,
)
