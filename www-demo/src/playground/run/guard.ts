// The names of the helpers that the page adds to the bot's code.

/** Called in each round of each loop. */
export const GUARD = "__botwireLoop";
/** Called with each object that may be the parameters of a call, and its place in the source. */
export const MADE = "__botwireMade";
