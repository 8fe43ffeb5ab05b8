// Files of messages, fetched when they are drawn.
import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";

/** Gives the address of a file, such as a blob URL, or nothing if it cannot be had. */
export type FileUrl = (file_id: string) => Promise<string | undefined>;

/** Where the messages below get their files. */
export const Files = createContext<FileUrl | undefined>(undefined);

/** The address of a file: undefined while the file is fetched, null if it has no address. */
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
