// Waits for the answer of a bot to a query of a user.
import { effect } from "@preact/signals";
import type { CallbackAnswer, InlineAnswer } from "botwire/emulator";
import type { World } from "./world.ts";

/** Waits for the answer to a callback query or an inline query. Rejects after `timeoutMs`. */
export function answerTo<Answer extends CallbackAnswer | InlineAnswer>(world: World, query: string, timeoutMs: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      // The effect may still be in its first run.
      queueMicrotask(() => stop());
    };
    const timer = setTimeout(() => (end(), reject(new Error("The bot has not answered."))), timeoutMs);
    const look = async (): Promise<void> => {
      const { answer } = await world.act("query", { query });
      if (answer !== undefined) (end(), resolve(answer as Answer));
    };
    const stop = effect(() => {
      void world.changes.value;
      look().catch((error: unknown) => (end(), reject(error as Error)));
    });
  });
}
