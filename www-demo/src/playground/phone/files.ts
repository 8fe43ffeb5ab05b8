// Files of the emulator as addresses that the page can show.
import type { Emulator } from "botwire/emulator";
import type { FileUrl } from "../../chat/file.ts";

/** Gives addresses of files, and takes them all back at the end. */
export function fileUrls(emulator: Emulator): { of: FileUrl; close(): void } {
  const known = new Map<string, string>();
  return {
    of: async (file_id) => {
      const found = known.get(file_id);
      if (found !== undefined) return found;
      const { data, type } = emulator.file(file_id);
      // What stands in for the content behind a URL is no picture.
      const address = URL.createObjectURL(new Blob([data as Uint8Array<ArrayBuffer>], { type }));
      known.set(file_id, address);
      return address;
    },
    close: () => {
      for (const address of known.values()) URL.revokeObjectURL(address);
    },
  };
}
