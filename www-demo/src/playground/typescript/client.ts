// The page's side of the TypeScript worker: questions out, answers in.
import { signal } from "@preact/signals";
import type { QuestionName, Questions } from "./messages.ts";

/** Whether TypeScript is there: it is fetched after the first paint. */
export const typescriptState = signal<"absent" | "loading" | "ready" | "failed">("absent");

interface Asked {
  resolve(answer: never): void;
  reject(error: Error): void;
}

const asked = new Map<number, Asked>();
let worker: Worker | undefined;
let last = 0;

/** Starts the worker, once. */
export function startTypescript(): void {
  if (worker) return;
  typescriptState.value = "loading";
  worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "typescript" });
  worker.addEventListener("message", ({ data }: MessageEvent<{ id: number; answer?: never; error?: string }>) => {
    if (data.id === 0) typescriptState.value = "ready";
    const waiting = asked.get(data.id);
    asked.delete(data.id);
    if (data.error === undefined) waiting?.resolve(data.answer as never);
    else waiting?.reject(new Error(data.error));
  });
  worker.addEventListener("error", (event) => {
    // Fetching it failed: there is no more to wait for, and another attempt may do better.
    event.preventDefault();
    typescriptState.value = "failed";
    worker?.terminate();
    worker = undefined;
    for (const { reject } of asked.values()) reject(new Error("TypeScript could not be loaded"));
    asked.clear();
  });
}

/** Asks; rejects when the worker cannot answer. */
export function ask<Name extends QuestionName>(name: Name, given: Questions[Name][0]): Promise<Questions[Name][1]> {
  startTypescript();
  const id = (last += 1);
  return new Promise((resolve, reject) => {
    asked.set(id, { resolve, reject });
    worker?.postMessage({ id, name, given });
  });
}
