import {nothing} from "./lit.js";
export const replayBar = () => nothing;
export const startReplay = () => nothing;
