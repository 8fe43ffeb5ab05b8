// The schedules of a test under random faults: one, or with MODEL_SECONDS as many new ones as fit.

/** Seconds of a long run, with new schedules. Otherwise a single, fixed schedule. */
const SECONDS = Number(process.env.MODEL_SECONDS ?? 0);

/** Runs schedules, each of a seed, which the error of a failed one names. */
export async function runSchedules(context, run) {
  const endsAt = performance.now() + SECONDS * 1000;
  let seed = SECONDS === 0 ? 1 : Date.now() % 1_000_000_000;
  let schedules = 0;
  do {
    await run(seed).catch((error) => {
      throw new Error(`the seed ${seed}: ${error.message}`, { cause: error });
    });
    seed++;
    schedules++;
  } while (performance.now() < endsAt);
  context.diagnostic(`${schedules} schedules, seeds up to ${seed - 1}`);
}
