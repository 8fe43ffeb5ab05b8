// Files of the emulator as addresses that the page can show.
import type { FileUrl } from "../chat/file.ts";
import type { World } from "../world/world.ts";

/** Gives addresses of files, and takes them all back at the end. */
export function fileUrls(world: World): { of: FileUrl; close(): void } {
  const known = new Map<string, Promise<string>>();
  return {
    of: (file_id) => {
      const found = known.get(file_id) ?? world.file(file_id).then((file) => URL.createObjectURL(file));
      known.set(file_id, found);
      found.catch(() => known.delete(file_id));
      return found;
    },
    close: () => {
      for (const address of known.values()) address.then(URL.revokeObjectURL, () => undefined);
    },
  };
}
