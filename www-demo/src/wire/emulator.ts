// The emulator of the service, loaded when first used.
import type { Emulator, EmulatorOptions } from "botwire/emulator";

/** Opens an emulator inside the page. Its wasm is fetched at the first one. */
export async function openEmulator(options?: EmulatorOptions): Promise<Emulator> {
  const { createEmulator, init } = await import("botwire/emulator");
  await init();
  return createEmulator(options);
}
