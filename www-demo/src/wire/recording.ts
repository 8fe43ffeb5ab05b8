// A `fetch` that records requests and responses.
import type { FetchInit, FetchLike, ResponseLike } from "botwire";
import { type SentField, SentFile, type SentRequest, type WireBody, type WireRecord } from "./entries.ts";
import type { Mask } from "./mask.ts";

/** Bytes of a multipart body up to which its fields are taken apart for the log. */
const READ_UP_TO = 8 * 1024 * 1024;
/** Characters of an answer that are stored. */
const MAX_CHARACTERS = 400_000;

/** Wraps a fetch: each call is added to the record, the token masked. */
export function recordedFetch(fetch: FetchLike, record: WireRecord, mask: Mask): FetchLike {
  return async (url, init) => {
    const started = performance.now();
    const { pathname, searchParams } = new URL(url, location.href);
    const isFile = pathname.includes("/file/bot");
    const name = isFile ? "download" : (pathname.split("/").at(-1) ?? "");
    const headers = Object.fromEntries(Object.entries(init.headers ?? {}).map(([key, value]) => [key, mask(value)]));
    const sent = await sentIn(init, searchParams, mask);
    const id = record.add({ direction: "call", name, request: { verb: init.method, url: mask(url), headers, ...sent } });
    const ms = (): number => Math.round(performance.now() - started);
    try {
      const response = await fetch(url, init);
      const answer = { status: response.status, headers: headersOf(response) };
      if (isFile && response.ok) {
        record.change(id, { ms: ms(), response: { ...answer, body: "(a file)" } });
        return response;
      }
      const text = await response.text();
      record.change(id, { ms: ms(), response: { ...answer, body: masked(asJson(text), mask) } });
      return again(response, text);
    } catch (error) {
      const reason = init.signal?.aborted ? "canceled" : mask(error instanceof Error ? error.message : String(error));
      record.change(id, { ms: ms(), error: reason });
      throw error;
    }
  };
}

/** The response once more, since its body was read. */
const again = ({ status, headers, ok }: ResponseLike, text: string): ResponseLike =>
  status >= 200 && ![204, 205, 304].includes(status)
    ? new Response(text, { status, headers: Object.fromEntries(entriesOf(headers)) })
    : { status, ok, headers, text: async () => text };

const headersOf = ({ headers }: ResponseLike): Record<string, string> => Object.fromEntries(entriesOf(headers));

const entriesOf = (headers: { get(name: string): string | null }): [string, string][] =>
  ["content-type", "content-length", "retry-after"].flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value]];
  });

function asJson(text: string): WireBody {
  if (text.length > MAX_CHARACTERS) return `${text.slice(0, MAX_CHARACTERS)} … (${text.length} characters)`;
  try {
    return JSON.parse(text) as WireBody;
  } catch {
    return text;
  }
}

function masked(body: WireBody, mask: Mask): WireBody {
  if (body === null) return null;
  return typeof body === "string" ? mask(body) : (JSON.parse(mask(JSON.stringify(body))) as WireBody);
}

type Sent = Pick<SentRequest, "body" | "fields" | "isCut">;

/** The request, in any encoding. */
async function sentIn({ body, headers = {} }: FetchInit, query: URLSearchParams, mask: Mask): Promise<Sent> {
  const type = headers["content-type"] ?? "";
  if (body === undefined || body === null) return inFields([...query], mask);
  if (typeof body === "string") {
    return type.includes("json") ? { body: masked(asJson(body), mask) } : inFields([...new URLSearchParams(body)], mask);
  }
  const whole = body instanceof Blob ? body : new Blob([body as BlobPart]);
  if (whole.size > READ_UP_TO) return { ...inFields(await headOf(whole), mask, whole.size), isCut: true };
  const form = await new Response(whole, { headers: { "content-type": type } }).formData().catch(() => undefined);
  if (!form) return { body: `${whole.size} bytes` };
  return inFields([...form].map(([name, value]) => [name, typeof value === "string" ? value : new SentFile(value.name, value.type, value.size)]), mask);
}

/** The fields before the first large file, and that file. */
async function headOf(body: Blob): Promise<SentField[]> {
  const text = await body.slice(0, 65_536).text();
  const found: SentField[] = [];
  for (const [, name = "", file, , value = ""] of text.matchAll(/name="([^"]*)"(?:; filename="([^"]*)")?(\r\n[^\r]+)?\r\n\r\n([^\r]{0,4096})/g)) {
    found.push([name, file === undefined ? value : new SentFile(file)]);
  }
  return found;
}

/** Fields without the token. Values that are JSON are parsed for display. */
function inFields(sent: readonly SentField[], mask: Mask, cutFrom?: number): Sent {
  const fields = sent.map(([name, value]): SentField => [name, typeof value === "string" ? mask(value) : new SentFile(mask(value.name), value.type, value.size)]);
  const shown = fields.map(([name, value]) => [name, typeof value === "string" ? (/^[[{]/.test(value) ? asJson(value) : value) : value.toJSON()]);
  return { fields, body: Object.fromEntries(cutFrom === undefined ? shown : [...shown, ["…", `multipart/form-data of ${cutFrom} bytes in all`]]) as WireBody };
}
