// The page's side of the TypeScript worker.
import { signal } from "@preact/signals";
import { type Remote, wrap } from "comlink";
import type { Answers } from "./worker.ts";

/** The state of the TypeScript worker, which is loaded after the first paint. */
export const typescriptState = signal<"absent" | "loading" | "ready" | "failed">("absent");

let remote: Remote<Answers> | undefined;
/** Rejects if the worker cannot be loaded; otherwise its callers would wait forever. */
let failed: Promise<never>;

/** Starts the worker, once. */
export function startTypescript(): Remote<Answers> {
  if (remote) return remote;
  typescriptState.value = "loading";
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "typescript" });
  failed = new Promise((_, reject) => {
    worker.addEventListener("error", (event) => {
      // Another attempt may do better.
      event.preventDefault();
      typescriptState.value = "failed";
      worker.terminate();
      remote = undefined;
      reject(new Error("TypeScript could not be loaded"));
    });
  });
  remote = wrap<Answers>(worker);
  Promise.race([remote.ready(), failed]).then(() => (typescriptState.value = "ready"), () => undefined);
  return remote;
}

/** Asks; rejects when the worker cannot answer. */
export function ask<Answer>(question: (worker: Remote<Answers>) => Promise<Answer>): Promise<Answer> {
  const answer = question(startTypescript());
  return Promise.race([answer, failed]);
}
