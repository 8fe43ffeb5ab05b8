// Actions of users and queries of tests, by name: all go through one function of the wasm.

import type { Actions } from "../../actions.js";
import type { BlobLike } from "../../platform.js";
import { checkObject, checkString, wrong } from "./check.js";

/** A file that a user sends: a Blob, a File, bytes, or text. */
export interface UserFile {
  /** Content. */
  data: Uint8Array | ArrayBuffer | string;
  /** File name. */
  name?: string | undefined;
  /** MIME type. */
  type?: string | undefined;
}

/** The name of an action. */
export type ActionName = keyof Actions;

/** The name of an action without required parameters. */
export type BareActionName = { [Name in ActionName]: {} extends ActionParameters<Name> ? Name : never }[ActionName];

/** The parameters of an action. */
export type ActionParameters<Name extends ActionName> = Actions[Name]["parameters"];

/** The result of an action. */
export type ActionResult<Name extends ActionName> = Actions[Name]["result"];

/** The function of the wasm. The declarations of its glue need newer TypeScript libraries than users have. */
interface Acting {
  act(now: number, name: string, parameters: string, file: Uint8Array | undefined, fileName: string, mediaType: string): string;
}

/** Carries out an action. */
export function act<Name extends ActionName>(service: Acting, now: number, name: Name, parameters: ActionParameters<Name>, file?: UserFile): ActionResult<Name> {
  checkString("the name of an act", name);
  const text = json(parameters, `${name}.`);
  const { bytes, name: fileName, type } = file === undefined ? NO_FILE : content("file", file);
  return JSON.parse(service.act(now, name, text, bytes, fileName, type)) as ActionResult<Name>;
}

const NO_FILE = { bytes: undefined, name: "", type: "" };

/** Returns the parameters as JSON text. Throws for a value that JSON cannot represent, which would silently be missing. */
function json(parameters: object, prefix: string): string {
  const text = JSON.stringify(checkObject("parameters", parameters), (path: string, value: unknown) => {
    const none = typeof value === "function" || typeof value === "symbol" || typeof value === "bigint";
    if (none || (typeof value === "number" && !Number.isFinite(value))) throw wrong(prefix + path, "a value that JSON has", value);
    return value;
  }) as unknown;
  if (typeof text !== "string" || !text.startsWith("{")) throw wrong("parameters", "an object", text);
  return text;
}

/** The option `files` as the function that the wasm calls. If that function throws, the URL fails. */
export class Hosts {
  readonly #find: (url: string) => UserFile | undefined;
  #wrong: unknown;

  constructor(find: (url: string) => UserFile | undefined) {
    this.#find = find;
  }

  find(url: string): { mediaType: string; bytes: Uint8Array } | undefined {
    const file = this.#find(url);
    if (file === undefined) return undefined;
    try {
      const { bytes, type } = content("files(url)", file);
      return { mediaType: type, bytes };
    } catch (error) {
      this.#wrong = error;
      throw error;
    }
  }

  /** Returns, once, the error of a value that is not a file. The wasm only knows that the URL failed. */
  takeError(): unknown {
    const error = this.#wrong;
    this.#wrong = undefined;
    return error;
  }
}

/** Returns whether a value is bytes: a typed array, a DataView or an ArrayBuffer, of any realm. */
export function isBytes(file: unknown): file is ArrayBuffer | ArrayBufferView {
  return ArrayBuffer.isView(file) || /^\[object (Shared)?ArrayBuffer\]$/.test(Object.prototype.toString.call(file));
}

/** Returns a file unchanged, or the content of a Blob or File. */
export async function readFile(file: UserFile | BlobLike | ArrayBuffer | ArrayBufferView): Promise<UserFile> {
  if (isBytes(file)) return { data: octets("file", file) };
  if (!("arrayBuffer" in file)) return file;
  const { name, type } = file as { name?: string; type: string };
  return { data: await file.arrayBuffer(), type, name };
}

/** Returns the checked parts of a file. */
function content(path: string, file: UserFile): { bytes: Uint8Array; name: string; type: string } {
  const { data, name = "", type = "" } = checkObject(path, file, "a file with data, name and type");
  checkString(`${path}.name`, name);
  checkString(`${path}.type`, type);
  return { bytes: octets(`${path}.data`, data), name, type };
}

/** Returns the bytes of a text, a buffer or a view of one. */
export function octets(path: string, data: unknown): Uint8Array {
  if (typeof data === "string") return new TextEncoder().encode(data);
  if (!isBytes(data)) throw wrong(path, "bytes or a string", data);
  return ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data);
}
