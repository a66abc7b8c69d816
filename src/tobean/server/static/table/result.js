import {nothing} from "./lit.js";
export const resultPanel = () => nothing;
