// Bots in libraries of others, as processes: everything that the bot does, by polling and by webhook.
import assert from "node:assert/strict";
import { test } from "node:test";

import { createEmulator, serve } from "botwire/emulator";

import { STEPS, worldOf } from "./journey.mjs";
import { LIBRARIES, NOT_IN_THIS_VERSION } from "./matrix.mjs";
import { python } from "./python.mjs";

for (const library of LIBRARIES) {
  const { name, version, environment, modes = ["polling", "webhook"] } = library;
  const missing = environment !== undefined && python(environment) === undefined;
  const skip = missing ? "Python 3 with venv is not installed, or `cargo xtask test foreign` has not made its environment yet" : false;
  for (const mode of modes) {
    test(`${name} ${version}, by ${mode}`, { skip }, async (context) => {
      const emulator = createEmulator({ compat: true, longestPoll: 1, secretHeader: "x-telegram-bot-api-secret-token" });
      const server = await serve(emulator, { port: 0 });
      let world;
      try {
        world = await worldOf(library, mode, { emulator, service: server.url });
        let failed = false;
        for (const [step, run] of Object.entries(STEPS)) {
          const known = NOT_IN_THIS_VERSION.find((cell) => cell.library === `${name} ${version}` && cell.step === step && cell.mode === mode);
          await context.test(step, { skip: known?.reason ?? (failed && "an earlier step failed") }, async () => {
            await run(world).catch((error) => {
              failed = true;
              const calls = emulator.log().slice(-8).map((entry) => JSON.stringify(entry).slice(0, 400)).join("\n");
              throw new Error(`The bot printed: ${world.output().slice(-2000)}\nThe last calls:\n${calls}`, { cause: error });
            });
          });
        }
        assert.deepEqual(emulator.log().filter(({ answer }) => answer?.error_code === 404).map(({ method }) => method), []);
      } finally {
        await world?.end();
        await server.close();
        emulator.close();
      }
    });
  }
}
