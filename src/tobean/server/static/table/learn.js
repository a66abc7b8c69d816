import {nothing} from "./lit.js";
export const learnGuide = () => nothing;
export const startLearning = () => nothing;
