// The name under which loops of the bot's code find their guard.

/** Called in each round; the page provides it. */
export const GUARD = "__botwireLoop";
