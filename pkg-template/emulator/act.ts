// What users do and tests look at: one entry of the wasm, by name, with JSON in and out.

import type { BlobLike } from "../platform.js";

/** A file of a user: a Blob or File that was read, bytes, or a text. */
export interface UserFile {
  /** Content. */
  data: Uint8Array | ArrayBuffer | string;
  /** File name. */
  name?: string;
  /** MIME type. */
  type?: string;
}

/** What an act is given: names and values as the Rust documentation of `Service::act` lists them. */
export type Given = Record<string, unknown>;

/** The entry of the wasm; its glue's own declarations want newer libraries than users have. */
interface Acting {
  act(now: number, name: string, given: string, file: Uint8Array | undefined, fileName: string, mediaType: string): string;
}

/** Does an act; the reason of a refusal becomes an Error. */
export function act<Result>(service: Acting, now: number, name: string, given: Given, file?: UserFile): Result {
  const bytes = file === undefined ? undefined : octets(file.data);
  const text = said(() => service.act(now, name, JSON.stringify(given), bytes, file?.name ?? "", file?.type ?? ""));
  return JSON.parse(text) as Result;
}

/** What the wasm says by throwing a string becomes an Error. */
export function said<Value>(asked: () => Value): Value {
  try {
    return asked();
  } catch (reason) {
    throw typeof reason === "string" ? new Error(reason) : reason;
  }
}

/** A function that finds files, as the wasm asks it. */
export function hosts(find: (url: string) => UserFile | undefined): object {
  return {
    find(url: string): { mediaType: string; bytes: Uint8Array } | undefined {
      const file = find(url);
      return file === undefined ? undefined : { mediaType: file.type ?? "", bytes: octets(file.data) };
    },
  };
}

/** Whether it is bytes: a typed array, a DataView or an ArrayBuffer, of any realm. */
export function isBytes(file: object): file is ArrayBuffer | ArrayBufferView {
  return ArrayBuffer.isView(file) || Object.prototype.toString.call(file) === "[object ArrayBuffer]";
}

/** A file as it is given, or what a Blob or File holds. */
export async function read(file: UserFile | BlobLike | ArrayBuffer | ArrayBufferView): Promise<UserFile> {
  if (isBytes(file)) return { data: octets(file) };
  if (!("arrayBuffer" in file)) return file;
  const { name } = file as { name?: string };
  const data = await file.arrayBuffer();
  return { data, type: file.type, ...(name === undefined ? {} : { name }) };
}

function octets(data: UserFile["data"] | ArrayBufferView): Uint8Array {
  if (typeof data === "string") return new TextEncoder().encode(data);
  return ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data);
}
