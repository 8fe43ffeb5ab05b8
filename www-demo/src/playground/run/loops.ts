// The guard in the loops of the bot's code: an endless loop would block the page.

/** Milliseconds that the bot's code may block the page. */
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
    // Runs once the page handles other events; awaiting alone does not let it.
    setTimeout(() => {
      since = 0;
      rounds = 0;
    });
  } else if (now - since > LONGEST) {
    throw new Error(`a loop kept the page busy for ${LONGEST / 1000} s and was stopped`);
  }
}
