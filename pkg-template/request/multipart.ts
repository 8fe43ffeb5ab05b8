// Bodies of multipart/form-data, composed of parts.
import { type Runtime, runtime } from "../engine/configure.js";
import { utf8 } from "../engine/instance.js";
import { attachmentIndex, attachmentPrefix, randomName } from "./attachment-names.js";
import { fieldsOf } from "./fields.js";
import type { Upload } from "./files.js";
import { countedParts, type ProgressOf, tellBoth } from "./upload-progress.js";

/** A body, and its options for `fetch`. */
export interface Body {
  readonly body: string | Blob | Uint8Array<ArrayBuffer> | ReadableStream;
  readonly headers: Record<string, string>;
  /** Set if the body is a stream. */
  readonly duplex?: "half";
}

/** The smallest body whose progress is followed, in bytes. A smaller one gets half a minute more instead. */
const WORTH_COUNTING = 2 ** 20;

/**
 * Encodes parameters, passed as JSON text, and their files. FormData would convert line ends in texts to CR LF, and is slower
 * to send.
 *
 * @param streamed - Makes a stream of the parts, if what sends the body takes one.
 */
export function multipart(json: string, files: readonly Upload[], streamed?: Runtime["stream"], progress?: ProgressOf): Body {
  const boundary = `botwire-${randomName()}`;
  const headers: Record<string, string> = { "content-type": `multipart/form-data; boundary=${boundary}` };
  const parts: (Blob | Uint8Array<ArrayBuffer>)[] = [];
  const remaining = [...files];
  let length = 0;
  // The text between two files is one part: each part costs a write to the socket.
  let text = "";
  const push = (part: any, size = part.length): void => {
    parts.push(part);
    length += size;
  };
  const add = (name: string, value: string, file: Upload | undefined): void => {
    text += `--${boundary}\r\nContent-Disposition: form-data; name="${escape(name)}"`;
    if (file) {
      push(utf8().encode(`${text}; filename="${escape(file.name)}"\r\nContent-Type: ${file.type}\r\n\r\n`));
      push(file.data, file.size);
      text = "";
    } else text += `\r\n\r\n${value}`;
    text += "\r\n";
  };
  for (const [name, value] of fieldsOf(json)) {
    const index = attachmentIndex(value);
    add(name, value, remaining[index]);
    delete remaining[index];
  }
  // A file that is nested deeper keeps its `attach://` string, which names the part.
  const nonce = attachmentPrefix().slice("attach://".length);
  remaining.forEach((file, index) => add(`${nonce}-${index}`, "", file));
  push(utf8().encode(`${text}--${boundary}--\r\n`));
  const isAsked = progress?.onUploadProgress !== undefined;
  const isCounted = isAsked || (progress && runtime.isCounting && length >= WORTH_COUNTING);
  let taken = 0;
  const onTaken = isCounted && !isAsked ? (size: number): void => progress!.onProgress((taken += size), length) : undefined;
  const stream = streamed?.(isAsked ? countedParts(parts, length, tellBoth(progress)) : parts, length, onTaken);
  progress?.onProgress(stream && isCounted ? 0 : length, length);
  if (stream) return { body: stream, headers: { ...headers, "content-length": `${length}` }, duplex: "half" };
  const body = new Uint8Array(length);
  let end = 0;
  for (const part of parts) {
    // Without a type, because workerd would warn that it differs from that of a FormData.
    if (part instanceof Blob) return { body: new Blob(parts), headers };
    body.set(part, end);
    end += part.length;
  }
  // Bytes are less work than a Blob, and in a test of a page `fetch` may take no Blob.
  return { body, headers };
}

/** Escapes names in multipart headers like browsers. */
const escape = (name: string): string => name.replace(/[\r\n"]/g, encodeURIComponent);
