// Loads the script of the game at this table, and passes it the table's functions.
import {classNames, html, nothing, svg, vars} from "../render.js";
import {siteUrl} from "../dom.js";
import {startChoice} from "../board/action_chooser.js";
import {cardOnTable, chip, chips, coin, explainButton, explainedCard, picture, thalers, token} from "../board/card.js";
import {allOf, artOf, explanationNamed, kindOf, nameOf, sprite} from "./catalogue.js";
import {act, actions, actionsOf, actionsWithCard, actOrExplain, firstAction, requestReason} from "./actions.js";
import {cropName, payText, rowText} from "../board/field.js";
import {usePlugin} from "./game_plugin.js";
import {ASIDE, letter, placed, TURNED} from "./notation.js";
import {offersForMe} from "../trade/offers.js";
import {change, mine, myChoice, myTurn, notify, playerName, state, view} from "../state.js";
import {inContext, isSingular, listed, t} from "../translate.js";

/** The table's functions, passed to a game's script: a script imports nothing itself. */
export const TABLE = {
  ...{html, names: classNames, nothing, svg, vars},
  ...{cardOnTable, chip, chips, coin, explainButton, explainedCard, picture, thalers, token},
  ...{allOf, artOf, explanationNamed, kindOf, nameOf, sprite},
  ...{act, actions, actionsOf, actionsWithCard, actOrExplain, aim: startChoice, firstAction, offersForMe, requestReason},
  ...{cropName, payText, rowText},
  ...{ASIDE, TURNED, letter, placed},
  ...{change, mine, myChoice, myTurn, notify, playerName, state, view},
  ...{inContext, isSingular, listed, t},
};

/** Loads the script of a game. A game without one uses only what all games share. */
export async function loadPlugin({script}) {
  usePlugin(script ? (await import(siteUrl(script))).default(TABLE) : {});
}
