// Garbage into the functions of the package's further entries; into the emulator: emulator/odd-values.test.mjs.
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { works } from "./instance.mjs";
import { settled } from "./outcome.mjs";
import { ODD_VALUES } from "../support/odd-values.mjs";

const { exports } = JSON.parse(await readFile(new URL(import.meta.resolve("botwire/package.json")), "utf8"));
// The main entry is tested in exports.test.mjs; data has no functions.
const entries = Object.keys(exports).filter((path) => path !== "." && !/emulator|init|\.(json|wasm)$/.test(path));

for (const entry of entries) {
  const module = await import(`botwire${entry.slice(1)}`);
  // The host creates instances of the classes, always with the same arguments.
  const functions = Object.entries(module).filter(([name, value]) => typeof value === "function" && !/^[A-Z]/.test(name));
  for (const [name, one] of functions) {
    test(`botwire${entry.slice(1)}: ${name}()`, async () => {
      for (const [garbage, make] of Object.entries(ODD_VALUES)) {
        for (const args of [[make()], [make(), make()], [() => {}, make()], [{}, make()]])
          await settled(() => one(...args), `${name} with ${garbage}`);
      }
      await works();
    });
  }
}
