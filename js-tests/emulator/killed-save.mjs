// Saves a state and kills itself at a step: `node killed-save.mjs <file> <step>`. With step 0, it makes a state with the file a.bin.
// Otherwise it adds b.bin, goes back, and adds c.bin, and saves each time.

import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import process from "node:process";

import { createEmulator } from "botwire/emulator";

const [file, at] = process.argv.slice(2);
let step = 0;
const die = () => {
  process.kill(process.pid, "SIGKILL");
  // The signal may come a moment later.
  for (;;);
};
for (const name of ["openSync", "writeFileSync", "fsyncSync", "closeSync", "renameSync", "rmSync", "mkdirSync"]) {
  const real = fs[name];
  fs[name] = (...parameters) => {
    step += 1;
    if (step === Number(at)) {
      // A half of a file may be there.
      if (name === "writeFileSync") real(parameters[0], parameters[1].subarray(0, parameters[1].length / 2));
      die();
    }
    return real(...parameters);
  };
}
syncBuiltinESMExports();
const inPackage = (path) => import(new URL(path, import.meta.resolve("botwire/package.json")));
const { openState } = await inPackage("command/state-file.js");
const { coreOf } = await inPackage("emulator/core/core.js");

const state = openState(file);
const emulator = createEmulator(state.snapshot === undefined ? {} : { snapshot: state.snapshot });
const send = async (letter) => {
  const [alice = emulator.user({ first_name: "Alice" })] = emulator.act("users");
  emulator.act("send", { user: alice.id }, { data: new Uint8Array(20_000).fill(letter.charCodeAt(0)), name: `${letter}.bin`, type: "application/octet-stream" });
  state.save(emulator);
};
if (Number(at) === 0) {
  await send("a");
} else {
  const before = emulator.save();
  await send("b");
  coreOf(emulator).restore(before);
  await send("c");
}
