// Bots in libraries of others, as processes: everything that the bot does, by polling and by webhook.
import assert from "node:assert/strict";
import { test } from "node:test";

import { createEmulator, serve } from "botwire/emulator";

import { STEPS, worldOf } from "./journey.mjs";
import { LIBRARIES, MODES, headOf, rowOf, rowsOnPage, writeTable } from "./matrix.mjs";
import { python } from "./python.mjs";

const steps = Object.keys(STEPS);
/** The modes in which each step passed, by library. */
const passed = new Map(LIBRARIES.map((library) => [library, steps.map(() => [])]));

for (const library of LIBRARIES) {
  const { name, version, environment } = library;
  const missing = environment !== undefined && python(environment) === undefined;
  const skip = missing ? "Python 3 with venv is not installed, or `cargo xtask test foreign` has not made its environment yet" : false;
  for (const mode of MODES) {
    test(`${name} ${version}, by ${mode}`, { skip }, async (context) => {
      const emulator = createEmulator({ compat: true, longestPoll: 1, secretHeader: "x-telegram-bot-api-secret-token" });
      const server = await serve(emulator, { port: 0 });
      let world;
      try {
        world = await worldOf(library, mode, { emulator, service: server.url });
        let failed = false;
        for (const [index, step] of steps.entries()) {
          await context.test(step, { skip: failed && "an earlier step failed" }, async () => {
            await STEPS[step](world).catch((error) => {
              failed = true;
              const calls = emulator.log().slice(-8).map((entry) => JSON.stringify(entry).slice(0, 400)).join("\n");
              throw new Error(`The bot printed: ${world.output().slice(-2000)}\nThe last calls:\n${calls}`, { cause: error });
            });
            passed.get(library)[index].push(mode);
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

test("the table of the page shows what passed", () => {
  const tested = LIBRARIES.filter(({ environment }) => environment === undefined || python(environment) !== undefined);
  const rows = tested.map((library) => rowOf(library, passed.get(library)));
  // UPDATE=1 writes the table, if every library is installed.
  if (process.env.UPDATE === "1" && tested.length === LIBRARIES.length) writeTable([...headOf(steps), ...rows]);
  const shown = rowsOnPage();
  assert.deepEqual([shown.slice(0, 2), shown.length], [headOf(steps), LIBRARIES.length + 2]);
  assert.deepEqual(shown.filter((row) => rows.includes(row)), rows);
});
