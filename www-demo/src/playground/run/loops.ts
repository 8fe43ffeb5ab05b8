// The guard in the loops of the bot's code: one that never lets go would take the page with it.

/** Milliseconds that the bot's code may keep the page busy without letting go. */
const LONGEST = 2000;
/** Rounds between looks at the clock. */
const ROUNDS = 500;

let rounds = 0;
let since = 0;

/** Called in each round of each loop. @throws Error when the page has been busy for too long. */
export function round(): void {
  rounds += 1;
  if (rounds % ROUNDS !== 1) return;
  const now = performance.now();
  if (since === 0) {
    since = now;
    // Runs as soon as the page has its turn; awaiting alone does not give it one.
    setTimeout(() => {
      since = 0;
      rounds = 0;
    });
  } else if (now - since > LONGEST) {
    throw new Error(`a loop kept the page busy for ${LONGEST / 1000} s and was stopped`);
  }
}
