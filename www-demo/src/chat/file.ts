// Files of messages, fetched when they are drawn.
import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";

/** Returns the address of a file, such as a blob URL, or undefined if it is not available. */
export type FileUrl = (file_id: string) => Promise<string | undefined>;

/** Resolves the files of the messages below. */
export const Files = createContext<FileUrl | undefined>(undefined);

/** Returns the address of a file: undefined while it loads, null if it has no address. */
export function useFile(file_id: string | undefined): string | undefined | null {
  const fileUrl = useContext(Files);
  const [address, setAddress] = useState<string | undefined | null>(undefined);
  useEffect(() => {
    let wanted = true;
    setAddress(fileUrl && file_id !== undefined ? undefined : null);
    if (fileUrl && file_id !== undefined) {
      fileUrl(file_id).then(
        (found) => wanted && setAddress(found ?? null),
        () => wanted && setAddress(null),
      );
    }
    return () => {
      wanted = false;
    };
  }, [fileUrl, file_id]);
  return address;
}
