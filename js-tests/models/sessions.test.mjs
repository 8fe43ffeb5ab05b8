import { describe } from "node:test";
import { DENO_KV, SHARED } from "../stores/processes.mjs";
import { testSessions } from "./sessions.mjs";

// In a long run, all at once: they mostly wait.
describe("sessions of processes that are killed and paused", { concurrency: Number(process.env.MODEL_SECONDS ?? 0) > 0 }, () => {
  for (const [name, shared] of Object.entries({ ...SHARED, "Deno KV": DENO_KV })) testSessions(name, shared);
});
