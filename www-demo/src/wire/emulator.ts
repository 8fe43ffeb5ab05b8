// The emulator of the service, loaded when first used.
import { init } from "botwire";
import type { Emulator, EmulatorOptions } from "botwire/emulator";

/** Loads the emulator with its wasm. */
async function load(): Promise<typeof import("botwire/emulator")> {
  const emulator = await import("botwire/emulator");
  await emulator.init();
  return emulator;
}

/** Starts loading the files for {@link openEmulator} and a bot's first call, in parallel with other work. */
export function fetchEmulator(): void {
  // Errors are reported later, by `openEmulator` or the call.
  for (const part of [load(), init()]) part.catch(() => undefined);
}

/** Opens an emulator inside the page. */
export async function openEmulator(options?: EmulatorOptions): Promise<Emulator> {
  const { createEmulator } = await load();
  return createEmulator(options);
}
