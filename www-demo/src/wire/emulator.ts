// The emulator of the service, loaded when first used.
import { init } from "botwire";
import type { Emulator, EmulatorOptions } from "botwire/emulator";

/** Loads the emulator with its wasm. */
async function load(): Promise<typeof import("botwire/emulator")> {
  const emulator = await import("botwire/emulator");
  await emulator.init();
  return emulator;
}

/** Fetches what {@link openEmulator} and the first call of a bot need, side by side with what else comes. */
export function fetchEmulator(): void {
  // Where one of the two fails, opening an emulator or the call rejects.
  for (const part of [load(), init()]) part.catch(() => undefined);
}

/** Opens an emulator inside the page. */
export async function openEmulator(options?: EmulatorOptions): Promise<Emulator> {
  const { createEmulator } = await load();
  return createEmulator(options);
}
