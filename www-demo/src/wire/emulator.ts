// The emulator of the service, loaded when first used.
import type { Emulator, EmulatorOptions } from "botwire/emulator";

/** Fetches what {@link openEmulator} needs, so that it comes beside the code of the view that will open one. */
export function fetchEmulator(): void {
  // Where this fails, opening one says so.
  import("botwire/emulator").then(({ init }) => init()).catch(() => undefined);
}

/** Opens an emulator inside the page. Its wasm is fetched at the first one. */
export async function openEmulator(options?: EmulatorOptions): Promise<Emulator> {
  const { createEmulator, init } = await import("botwire/emulator");
  await init();
  return createEmulator(options);
}
