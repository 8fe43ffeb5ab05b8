// Bodies of multipart/form-data, composed of parts.
import { encodeParts, platform } from "./engine.js";
import type { Upload } from "./files.js";
import { attachmentPrefix, randomName } from "./prepare.js";

/** A body and its content type. */
export interface Multipart {
  readonly body: Blob;
  readonly type: string;
}

/** The body of an answer, from parameters as JSON text and the files in them. */
export function multipart(json: string, files: readonly Upload[]): Multipart {
  const { parts, type } = compose(json, files);
  return { body: new Blob(parts), type };
}

/** The body of a request. */
export interface Body {
  readonly body: Blob | Uint8Array | ReadableStream | string;
  readonly type: string;
  /** Bytes of a stream. */
  readonly length?: number;
}

/**
 * The body of a request: a stream where the platform says how, else bytes where all are at hand, since Node sends a
 * Blob of 5 MB with a third more work.
 *
 * @param isPlatforms - Whether the platform's own `fetch` sends it; others may not take streams.
 */
export function upload(json: string, files: readonly Upload[], isPlatforms: boolean): Body {
  const { parts, type } = compose(json, files);
  const chunks: (Blob | Uint8Array)[] = [];
  let length = 0;
  for (const part of parts) {
    const { buffer = part, byteOffset, byteLength } = part as DataView;
    const chunk =
      typeof part === "string" ? utf8.encode(part)
      : part instanceof Blob ? part
      : new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
    chunks.push(chunk);
    length += chunk instanceof Blob ? chunk.size : chunk.byteLength;
  }
  if (isPlatforms && platform.stream) return { body: platform.stream(chunks), type, length };
  const body = new Uint8Array(length);
  let end = 0;
  for (const chunk of chunks) {
    if (chunk instanceof Blob) return { body: new Blob(parts), type };
    body.set(chunk, end);
    end += chunk.byteLength;
  }
  return { body, type };
}

const utf8 = new TextEncoder();

/** The parts of a body. FormData would turn the line ends inside texts into CR LF, and is slower to send. */
function compose(json: string, files: readonly Upload[]): { parts: BlobPart[]; type: string } {
  const boundary = `botwire-${randomName()}`;
  const prefix = attachmentPrefix();
  const parts: BlobPart[] = [];
  const used = new Set<Upload>();
  // All between two files is one part, as each costs a write to the socket.
  let text = "";
  const add = (name: string, more: string): void =>
    void (text += `--${boundary}\r\nContent-Disposition: form-data; name="${escape(name)}"${more}`);
  const attach = (name: string, file: Upload): void => {
    add(name, `; filename="${escape(file.name)}"\r\nContent-Type: ${file.type}\r\n\r\n`);
    parts.push(text, file.data);
    text = "\r\n";
    used.add(file);
  };
  const fields = JSON.parse(encodeParts(json)) as string[];
  for (let index = 0; index < fields.length; index += 2) {
    const [name, value] = fields.slice(index, index + 2) as [string, string];
    const file = value.startsWith(prefix) ? files[+value.slice(prefix.length + 1)] : undefined;
    if (file) attach(name, file);
    else add(name, `\r\n\r\n${value}\r\n`);
  }
  // What is nested deeper keeps its `attach://` string, which names the part.
  const nonce = prefix.slice("attach://".length);
  files.forEach((file, index) => used.has(file) || attach(`${nonce}-${index}`, file));
  parts.push(`${text}--${boundary}--\r\n`);
  return { parts, type: `multipart/form-data; boundary=${boundary}` };
}

/** As browsers escape names in multipart headers. */
const escape = (name: string): string =>
  name.replace(/[\r\n"]/g, (character) => (character === '"' ? "%22" : character === "\r" ? "%0D" : "%0A"));
