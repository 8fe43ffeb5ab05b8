// The webhook in Rust over the example's stores: its processes are killed, as those of the package are in `models`.
import { SHARED } from "../stores/processes.mjs";
import { testKills } from "../models/kills.mjs";
import { testSessions } from "../models/sessions.mjs";
import { built } from "./build.mjs";

const program = await built("process");
for (const [name, shared] of Object.entries(SHARED)) {
  testKills(`${name}, in Rust`, { ...shared, program });
  testSessions(`${name}, in Rust`, { ...shared, program });
}
