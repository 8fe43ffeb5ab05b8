// Bodies of multipart/form-data, composed of parts.
import { encodeParts } from "./engine.js";
import type { Upload } from "./files.js";
import { attachmentPrefix, randomName } from "./prepare.js";

/** A body and its content type. */
export interface Multipart {
  readonly body: Blob;
  readonly type: string;
}

/**
 * Composes the body from parameters as JSON text and the files in them. A Blob refers to the files' bytes; FormData
 * would read them again while it is sent, and turn the line ends inside texts into CR LF.
 */
export function multipart(json: string, files: readonly Upload[]): Multipart {
  const boundary = `botwire-${randomName()}`;
  const prefix = attachmentPrefix();
  const parts: BlobPart[] = [];
  const used = new Set<Upload>();
  const open = (name: string, more = ""): void =>
    void parts.push(`--${boundary}\r\nContent-Disposition: form-data; name="${escape(name)}"${more}\r\n\r\n`);
  const attach = (name: string, file: Upload): void => {
    open(name, `; filename="${escape(file.name)}"\r\nContent-Type: ${file.type}`);
    parts.push(file.data, "\r\n");
    used.add(file);
  };
  const fields = JSON.parse(encodeParts(json)) as string[];
  for (let index = 0; index < fields.length; index += 2) {
    const [name, value] = fields.slice(index, index + 2) as [string, string];
    const file = value.startsWith(prefix) ? files[+value.slice(prefix.length + 1)] : undefined;
    if (file) attach(name, file);
    else {
      open(name);
      parts.push(value, "\r\n");
    }
  }
  // What is nested deeper keeps its `attach://` string, which names the part.
  const nonce = prefix.slice("attach://".length);
  files.forEach((file, index) => used.has(file) || attach(`${nonce}-${index}`, file));
  parts.push(`--${boundary}--\r\n`);
  return { body: new Blob(parts), type: `multipart/form-data; boundary=${boundary}` };
}

/** As browsers escape names in multipart headers. */
const escape = (name: string): string =>
  name.replace(/[\r\n"]/g, (character) => (character === '"' ? "%22" : character === "\r" ? "%0D" : "%0A"));
