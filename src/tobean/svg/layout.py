"""Lays out a table: players around the middle, whoever looks in front, open offers below.

Everything is placed from top to bottom in one width, and the height follows from what there is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tobean.kernel.cards import HIDDEN, kinds_among
from tobean.kernel.events import NOBODY
from tobean.kernel.seats import seat_name
from tobean.kernel.values import TABLE
from tobean.speech.catalogues import N_
from tobean.speech.catalogues import text as translated
from tobean.speech.words import words_of
from tobean.svg.faces import height_of
from tobean.svg.pen import INK, box, clipped, element, group, text, width_of
from tobean.view.observation import Observation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tobean.kernel.actions import Call
    from tobean.kernel.offers import Offer
    from tobean.kernel.spread import Spread
    from tobean.kernel.table import Table
    from tobean.svg.faces import Faces

WIDTH: Final = 960
MARGIN: Final = 16
GAP: Final = 12
PADDING: Final = 14
HEADER: Final = 52
MIDDLE_CARD: Final = 66
CHIP: Final = 26

CLOTH, PAPER, EDGE, SOFT = "#d5e3c6", "#fbf8ec", "#c9bf9c", "#62563f"
LEAF, GOLD, SOIL, GRASS = "#1d6a38", "#e2a72b", "#b88d5e", "#84a65a"
STYLE: Final = (
    "@media (prefers-color-scheme:dark){"
    ".tobean-cloth{fill:#18241b}.tobean-paper{fill:#262d24}.tobean-edge{stroke:#4f5a49}.tobean-ink{fill:#f4eedc}"
    ".tobean-soft{fill:#c3b99d}.tobean-soil{fill:#694c34}.tobean-grass{stroke:#4c6536}.tobean-leaf{stroke:#7fd39a}}"
)
"""In the dark, grounds and letters change; cards keep their light faces."""

TURN: Final = N_("turn {number}")
DRAW_PILE: Final = N_("draw pile")
DISCARD_PILE: Final = N_("discard pile")
TURNED_OVER: Final = N_("turned over")
SET_ASIDE: Final = N_("set aside")
FRONT: Final = N_("front")
NOTHING: Final = N_("nothing")
EVERYBODY: Final = N_("all")
FOR: Final = N_("for")
HAS: Final = N_("has")
WANTS: Final = N_("wants")
FIELD: Final = N_("field {number}")
HAND: Final = N_("hand")
OVER: Final = N_("the game is over")


class Block:
    """Something that takes up room: how wide and high, and how it is drawn with its corner at the origin."""

    def __init__(self, width: float, height: float, drawn: str) -> None:
        self.width = width
        self.height = height
        self.drawn = drawn

    def at(self, x: float, y: float) -> str:
        return group(self.drawn, transform=f"translate({x:g} {y:g})")


def within(block: Block, room: float) -> Block:
    """A block that is not wider than there is room."""
    if block.width <= room:
        return block
    size = room / block.width
    return Block(room, block.height * size, group(block.drawn, transform=f"scale({size:.4g})"))


def beside(blocks: Sequence[Block], gap: float) -> Block:
    """Blocks in a row, on one base line."""
    height = max([block.height for block in blocks], default=0)
    x = 0.0
    drawn = ""
    for block in blocks:
        drawn += block.at(round(x, 2), round(height - block.height, 2))
        x += block.width + gap
    return Block(max(x - gap, 0), height, drawn)


def letters(said: str, x: float, y: float, size: float, tone: str = "ink", **given: str | float) -> str:
    """Text on cloth or paper."""
    return text(said, x, y, size, class_=f"tobean-{tone}", fill=INK if tone == "ink" else SOFT, **given)


def panel(width: float, height: float, awaited: bool = False) -> str:
    tone, stroke, line = ("leaf", LEAF, 3.0) if awaited else ("edge", EDGE, 1.0)
    inset = line / 2
    return box(
        inset, inset, width - line, height - line, 14, class_=f"tobean-paper tobean-{tone}", fill=PAPER, stroke=stroke,
        stroke_width=line,
    )  # fmt: skip


class Layout:
    """One table, and how its parts look."""

    def __init__(self, position: Table | Observation, faces: Faces, names: Sequence[str], language: str) -> None:
        self.position = position
        self.faces = faces
        self.names = names
        self.language = language
        component = position.component
        self.spreads: list[Spread] = [] if component is None else component.spreads()
        self.viewer = (
            position.seat if isinstance(position, Observation) and position.seat < position.players else NOBODY
        )

    def said(self, english: str) -> str:
        return translated(english, self.language)

    def player(self, seat: int) -> str:
        return self.names[seat] if seat < len(self.names) else seat_name(seat)

    def listed(self, cards: Sequence[int]) -> str:
        """Cards as a screen reader tells them."""
        counted = [(sum([each == card for each in cards]), self.faces.name(card)) for card in dict.fromkeys(cards)]
        return ", ".join([f"{count} {name}" if count > 1 else name for count, name in counted]) or self.said(NOTHING)

    # --- rows of cards ---------------------------------------------------------------------------------------

    def cards(self, cards: Sequence[int], width: float, room: float, told: str, back: str = "bean") -> Block:
        """Cards in a row, over each other where there is not enough room."""
        gap = width * 0.07
        step = width + gap
        if len(cards) > 1:
            step = min(step, max((room - width) / (len(cards) - 1), width * 0.12))
        drawn = self.faces.row(cards, 0, 0, width, step, back)
        wide, high = width + step * max(len(cards) - 1, 0), height_of(width)
        return Block(wide, high, group(drawn, f"{told}: {self.listed(cards)}"))

    def marked(self, block: Block, mark: str, x: float) -> Block:
        """A block with a word above it, at least as wide as the word."""
        wide = max(block.width, width_of(mark, 12))
        x = min(max(x, width_of(mark, 12) / 2), wide)
        word = letters(mark, round(x, 2), 11, 12, "soft", text_anchor="middle")
        return Block(wide, block.height + 18, word + block.at(0, 18))

    def spread(self, spread: Spread, width: float, room: float) -> Block:
        """What only this game has: cards, with a picture and a name if they have one."""
        blocks: list[Block] = []
        high = height_of(width)
        if spread.picture in self.faces.art.symbols:
            ratio = self.faces.art.ratio(spread.picture)
            tall = high if ratio > 1 else high * 0.45  # a figure stands beside its cards, a coin lies there
            blocks.append(Block(tall / ratio, tall, self.faces.picture(spread.picture, 0, 0, tall / ratio, tall)))
        if spread.label:
            wide = width_of(spread.label, 14)
            blocks.append(Block(wide, 22, letters(spread.label, 0, 16, 14, font_weight="700")))
        if spread.cards:
            blocks.append(self.cards(spread.cards, width, room, spread.label or self.said(HAND), back=spread.back))
        return beside(blocks, 5)

    # --- the middle ------------------------------------------------------------------------------------------

    def pile(self, kind: int | None, count: int, caption: str) -> Block:
        """A pile: its topmost card, the edges of some below it, and how many there are."""
        width, high = MIDDLE_CARD, height_of(MIDDLE_CARD)
        drawn = "".join(
            [
                box(2.5 * depth, 2.5 * depth, width, high, 6, fill="#fffaf0", stroke=INK, stroke_width=0.8)
                for depth in range(min(2, max(count - 1, 0) // 8 + (count > 1)), 0, -1)
            ]
        )
        if kind is None or not count:
            drawn = box(
                1, 1, width - 2, high - 2, 6, fill="none", stroke=SOFT, stroke_width=1.6, stroke_dasharray="5 4",
                opacity=0.7,
            )  # fmt: skip
        else:
            drawn += self.faces.card(kind, 0, 0, width)
        label = f"{caption} {count}"
        drawn += letters(label, width / 2, high + 21, 13, "soft", text_anchor="middle")
        return self.centred(width, high + 28, drawn, label)

    def centred(self, width: float, height: float, drawn: str, label: str) -> Block:
        """A block as wide as its label, with the rest in the middle of it."""
        wide = max(width, width_of(label, 13))
        return Block(wide, height, group(drawn, label, transform=f"translate({(wide - width) / 2:.4g} 0)"))

    def middle(self) -> Block:
        position = self.position
        blocks = [
            self.pile(HIDDEN if position.draw_size else None, position.draw_size, self.said(DRAW_PILE)),
            self.pile(
                position.discard[-1] if position.discard else None, len(position.discard), self.said(DISCARD_PILE)
            ),
        ]
        if position.turned:
            label = self.said(TURNED_OVER)
            row = self.cards(position.turned, MIDDLE_CARD, 300, label)
            drawn = row.drawn + letters(label, row.width / 2, row.height + 21, 13, "soft", text_anchor="middle")
            blocks.append(self.centred(row.width, row.height + 28, drawn, label))
        spreads = [self.spread(each, MIDDLE_CARD, 200) for each in self.spreads if each.seat == NOBODY]
        spreads = [block for block in spreads if block.width]
        together = [*blocks, *[Block(block.width, block.height + 28, block.drawn) for block in spreads]]
        if beside(together, 30).width <= WIDTH - 2 * MARGIN:
            return beside(together, 30)
        above, below = beside(blocks, 30), within(beside(spreads, 30), WIDTH - 2 * MARGIN)
        drawn = above.at(round((WIDTH - above.width) / 2, 2), 0)
        drawn += below.at(round((WIDTH - below.width) / 2, 2), round(above.height, 2))
        return Block(WIDTH, above.height + below.height + 4, drawn)

    # --- players ---------------------------------------------------------------------------------------------

    def head(self, seat: int, width: float) -> str:
        """Who it is, and how many thalers."""
        coins = str(len(self.position.thalers[seat]))
        name = self.player(seat)
        right = width - PADDING
        active = seat == self.position.active and not self.position.over
        drawn = element("circle", cx=PADDING + 13, cy=22, r=13, fill=LEAF if active else SOFT)
        drawn += text(
            seat_name(seat), PADDING + 13, 27.4, 15, text_anchor="middle", font_weight="800", fill="#ffffff"
        )  # fmt: skip
        if name != seat_name(seat):
            drawn += letters(clipped(name, 17, right - 120), PADDING + 34, 28, 17, font_weight="700")
        drawn += self.faces.picture("thaler", right - width_of(coins, 18) - 30, 9, 26, 26)
        return drawn + letters(coins, right, 28.5, 18, font_weight="800", text_anchor="end")

    def bed(self, row: Sequence[int], width: float, card: float, number: int) -> Block:
        """A field: a bed of earth, and the cards over each other so that all numbers show."""
        high = height_of(card) * 1.42 + 10
        drawn = box(
            1.5, 1.5, width - 3, high - 3, 7, class_="tobean-soil tobean-grass", fill=SOIL, stroke=GRASS,
            stroke_width=3,
        )  # fmt: skip
        drawn += group(
            self.faces.picture("field", width * 0.05, high * 0.44, width * 0.9, high * 0.52), opacity=0.35 if row else 1
        )
        if row:
            room = high - 10 - height_of(card)
            step = min(card * 0.27, room / max(len(row) - 1, 1))
            left = (width - card) / 2
            drawn += "".join([self.faces.card(kind, left, 5 + step * place, card) for place, kind in enumerate(row)])
            count = f"×{len(row)}"
            wide = width_of(count, 12.5) + 12
            drawn += box(width - 7 - wide, high - 26, wide, 19, 9.5, fill="#231910", fill_opacity=0.88)
            drawn += text(
                count, width - 7 - wide / 2, high - 12, 12.5, text_anchor="middle", font_weight="800", fill="#ffffff"
            )
        told = self.said(FIELD).format(number=number + 1)
        return Block(width, high, group(drawn, f"{told}: {self.listed(row)}"))

    def beds(self, seat: int, room: float, card: float) -> Block:
        rows = self.position.fields[seat]
        width = min((room - 8 * (len(rows) - 1)) / max(len(rows), 1), card * 2.1)
        return beside([self.bed(row, width, card, number) for number, row in enumerate(rows)], 8)

    def belongings(self, seat: int, card: float, room: float) -> list[Block]:
        """What lies before a player beside hand and fields."""
        found = [self.spread(each, card, room) for each in self.spreads if each.seat == seat]
        aside = self.position.aside[seat]
        if aside:
            label = self.said(SET_ASIDE)
            laid = self.cards(aside, card, room, label)
            found.append(self.marked(laid, label, laid.width / 2))
        return [block for block in found if block.width]

    def seat(self, seat: int, width: float) -> Block:
        """A player among others: hand and belongings above, fields below."""
        inner = width - 2 * PADDING
        hand = self.position.hands[seat]
        card = 36.0 if seat != self.viewer and isinstance(self.position, Observation) else 46.0
        extras = self.belongings(seat, card, inner * 0.3)
        count = str(len(hand))
        room = inner - width_of(count, 14) - 14 - sum([block.width + 14 for block in extras])
        blocks = [self.cards(hand, card, room, self.said(HAND)), self.figure(count), *extras]
        row = within(beside(blocks, 14), inner)
        above = max(row.height, height_of(36))
        beds = self.beds(seat, inner, min(max(inner / len(self.position.fields[seat]) / 2.2, 50), 62))
        drawn = self.head(seat, width) + row.at(PADDING, 44 + above - row.height) + beds.at(PADDING, 54 + above)
        return Block(width, 54 + above + beds.height + PADDING, drawn)

    def figure(self, said: str) -> Block:
        return Block(width_of(said, 14), 20, letters(said, 0, 14, 14, "soft", font_weight="700"))

    def seat_in_front(self, seat: int, width: float) -> Block:
        """A player who has the whole width: fields, hand and belongings in one row."""
        large = seat == self.viewer
        inner = width - 2 * PADDING
        hand = self.position.hands[seat]
        beds = self.beds(seat, inner * 0.45, 76 if large else 60)
        extras = self.belongings(seat, 60 if large else 50, 180)
        room = inner - beds.width - 24 - sum([block.width + 20 for block in extras])
        row = [beds, self.cards(hand, 88 if large else 60, room, self.said(HAND))]
        if large and hand:
            row[1] = self.marked(row[1], f"{self.said(FRONT)} ▾", 44)
        laid = within(beside([*row, *extras], 20), inner)
        return Block(width, 46 + laid.height + PADDING, self.head(seat, width) + laid.at(PADDING, 46))

    # --- talk ------------------------------------------------------------------------------------------------

    def chip(self, kind: int, count: int) -> Block:
        """A kind within a line."""
        name = f"{count} {self.faces.name(kind)}" if count > 1 else self.faces.name(kind)
        width = width_of(name, 13.5) + CHIP + 12
        drawn = box(0, 0, width, CHIP, CHIP / 2, fill=self.faces.art.tones_of(kind).tint)
        if kind != HIDDEN:
            drawn += self.faces.token(kind, 4, 2, CHIP - 4)
        return Block(width, CHIP, drawn + text(name, CHIP + 3, 17.8, 13.5, font_weight="700", fill=INK))

    def word(self, said: str, tone: str = "ink") -> Block:
        weight = "700" if tone == "ink" else "400"
        return Block(width_of(said, 14), CHIP, letters(said, 0, 18, 14, tone, font_weight=weight))

    def chips(self, cards: Sequence[int]) -> list[Block]:
        if not cards:
            return [self.word(self.said(NOTHING), "soft")]
        return [self.chip(kind, sum([card == kind for card in cards])) for kind in kinds_among(cards)]

    def offer(self, offer: Offer) -> list[Block]:
        """`1  A → all  Red  for  Soy`."""
        to = self.said(EVERYBODY) if offer.to == TABLE else self.player(offer.to)
        return [
            self.word(f"{offer.number}", "soft"),
            self.word(f"{self.player(offer.seat)} → {to}"),
            *self.chips(offer.cards),
            self.word(self.said(FOR), "soft"),
            *self.chips(offer.wants),
        ]

    def call(self, call: Call) -> list[Block]:
        blocks = [self.word("…", "soft"), self.word(self.player(call.seat))]
        if call.has:
            blocks += [self.word(self.said(HAS), "soft"), *self.chips(call.has)]
        if call.wants:
            blocks += [self.word(self.said(WANTS), "soft"), *self.chips(call.wants)]
        return blocks

    def talk(self, width: float) -> Block | None:
        """Open offers and calls, a line each."""
        lines = [self.offer(offer) for offer in self.position.offers] + [
            self.call(call) for call in self.position.calls
        ]
        if not lines:
            return None
        drawn = ""
        for place, blocks in enumerate(lines):
            while len(blocks) > 1 and beside(blocks, 8).width > width - 2 * PADDING:
                blocks = [*blocks[:-2], self.word("…", "soft")]
            drawn += beside(blocks, 8).at(PADDING, 10 + place * (CHIP + 6))
        return Block(width, 14 + len(lines) * (CHIP + 6), drawn)

    # --- all of it -------------------------------------------------------------------------------------------

    def headline(self) -> str:
        """The game, the turn, the phases; at the end who has won."""
        position = self.position
        game = position.rules.title
        drawn = letters(game, MARGIN + 2, 36, 23, font_weight="800")
        x = MARGIN + width_of(game, 23) + 18
        turn = self.said(TURN).format(number=position.turn)
        drawn += letters(turn, x, 36, 15, "soft")
        x += width_of(turn, 15) + 18
        if position.over:
            return drawn + letters(self.said(OVER), x, 36, 15, font_weight="700")
        for phase in words_of(position.rules).phases_for(position.players):
            word = translated(phase.text, self.language, position.rules.name)
            said = f"{phase.shown} {word}".strip()
            wide = width_of(said, 14) + 18
            now = phase.number == position.phase
            if now:
                drawn += box(x, 18, wide, 27, 13.5, fill=LEAF)
            drawn += (
                text(said, x + wide / 2, 36, 14, text_anchor="middle", font_weight="700", fill="#ffffff")
                if now
                else letters(said, x + wide / 2, 36, 14, "soft", text_anchor="middle")
            )
            x += wide + 2
        return drawn

    def summary(self) -> str:
        """What somebody hears who does not see the picture."""
        position = self.position
        parts = [position.rules.title, self.said(TURN).format(number=position.turn)]
        for seat in range(position.players):
            fields = "; ".join([self.listed(row) for row in position.fields[seat] if row]) or self.said(NOTHING)
            parts.append(f"{self.player(seat)}: {fields}")
        return ". ".join(parts)

    def panels(self, seats: Sequence[int], top: float) -> tuple[str, float]:
        """The players in rows; where the next thing can begin."""
        columns = max(len(seats), 1) if len(seats) <= 3 else 2
        width = (WIDTH - 2 * MARGIN - GAP * (columns - 1)) / columns
        drawn = ""
        for begin in range(0, len(seats), columns):
            shown = seats[begin : begin + columns]
            blocks = [self.seat(seat, width) if columns > 1 else self.seat_in_front(seat, width) for seat in shown]
            height = max([block.height for block in blocks])
            for place, (seat, block) in enumerate(zip(shown, blocks, strict=True)):
                framed = Block(width, height, panel(width, height, seat == self.position.awaited) + block.drawn)
                drawn += framed.at(round(MARGIN + place * (width + GAP), 2), round(top, 2))
            top += height + GAP
        return drawn, top

    def draw(self) -> tuple[str, float]:
        position = self.position
        order = [(self.viewer + step) % position.players for step in range(1, position.players)]
        others = list(range(position.players)) if self.viewer == NOBODY else order
        drawn, top = self.panels(others, HEADER)
        middle = self.middle()
        drawn += middle.at(round((WIDTH - middle.width) / 2, 2), round(top + 2, 2))
        top += middle.height + GAP
        if self.viewer != NOBODY:
            own = self.seat_in_front(self.viewer, WIDTH - 2 * MARGIN)
            drawn += Block(
                own.width, own.height, panel(own.width, own.height, self.viewer == position.awaited) + own.drawn
            ).at(MARGIN, round(top, 2))
            top += own.height + GAP
        talk = self.talk(WIDTH - 2 * MARGIN)
        if talk is not None:
            drawn += Block(talk.width, talk.height, panel(talk.width, talk.height) + talk.drawn).at(
                MARGIN, round(top, 2)
            )
            top += talk.height + GAP
        height = round(top - GAP + MARGIN, 2)
        cloth = box(0, 0, WIDTH, height, 18, class_="tobean-cloth", fill=CLOTH)
        return element("style", STYLE) + cloth + self.headline() + drawn, height


def draw_table(
    position: Table | Observation, faces: Faces, names: Sequence[str], language: str
) -> tuple[str, str, float, float]:
    """The picture of a table, what it shows in words, its width and its height."""
    layout = Layout(position, faces, names, language)
    drawn, height = layout.draw()
    return drawn, layout.summary(), WIDTH, height
