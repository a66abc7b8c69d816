// Loads the script of the game that is played, and of no other, and hands it what it draws and acts with.
import {html, names, nothing, svg, vars} from "../render.js";
import {below} from "../dom.js";
import {aim} from "../board/action_chooser.js";
import {chip, chips, coin, glance, lying, picture, shown, thalers, token} from "../board/card.js";
import {allOf, artOf, kindOf, nameOf, sprite, thingNamed} from "./catalogue.js";
import {act, actOrWhy, askWhy, deeds, first, having, withCard} from "./actions.js";
import {payText, rowText} from "../board/field.js";
import {usePieces} from "./game_plugin.js";
import {ASIDE, letter, placed, TURNED} from "./notation.js";
import {forMe} from "../trade/offers.js";
import {change, mine, myChoice, myTurn, notify, playerName, state, view} from "../state.js";
import {listed, t} from "../translate.js";

/** The table's functions, handed to a game's script: it imports nothing itself. */
export const TABLE = {
  ...{html, names, nothing, svg, vars},
  ...{chip, chips, coin, glance, lying, picture, shown, thalers, token},
  ...{allOf, artOf, kindOf, nameOf, sprite, thingNamed},
  ...{act, actOrWhy, aim, askWhy, deeds, first, having, withCard, forMe},
  ...{payText, rowText},
  ...{ASIDE, TURNED, letter, placed},
  ...{change, mine, myChoice, myTurn, notify, playerName, state, view},
  ...{listed, t},
};

/** Fetches the pieces of a game; a game may do without. */
export async function loadPieces({script}) {
  usePieces(script ? (await import(below(script))).default(TABLE) : {});
}
