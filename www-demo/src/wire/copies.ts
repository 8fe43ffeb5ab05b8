// An entry of the log as code and as a command, with stand-ins for base URL and token.
import { type Kind, loadSchema } from "../dashboard/form/schema.ts";
import type { WireEntry } from "./entries.ts";
import { HIDDEN } from "./mask.ts";

const isFile = (value: unknown): value is string => typeof value === "string" && value.startsWith("(file ");
const fileName = (value: string): string => value.slice(6).split(/[,)]/)[0] ?? "file";

const NUMBERS: readonly Kind[] = ["integer", "id", "float", "chat_id"];

/** Parameters as the method has them: forms send numbers and Booleans as text. */
async function typed(name: string, body: Record<string, unknown>): Promise<Record<string, unknown>> {
  const schema = await loadSchema().catch(() => undefined);
  const params = schema?.methods[name]?.params ?? [];
  return Object.fromEntries(Object.entries(body).map(([field, value]) => {
    const kind = params.find((each) => each.name === field)?.kind;
    if (typeof value !== "string" || kind === undefined) return [field, value];
    if (kind === "boolean" && /^(true|false)$/.test(value)) return [field, value === "true"];
    return [field, NUMBERS.includes(kind) && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value];
  }));
}

/** The call with botwire. */
export async function asCode({ name, request: { body } }: WireEntry): Promise<string> {
  const isEmpty = typeof body !== "object" || body === null || Object.keys(body).length === 0;
  const params = isEmpty ? undefined : await typed(name, body as Record<string, unknown>);
  const text = params ? JSON.stringify(params, (_key, value: unknown) => (isFile(value) ? `@@${fileName(value)}@@` : value), 2) : "";
  const literal = text
    .replace(/"@@(.*?)@@"/g, (_all, file: string) => `await openAsBlob(${JSON.stringify(file)})`)
    .replace(/^(\s*)"([A-Za-z_]\w*)":/gm, "$1$2:");
  const files = literal.includes("openAsBlob(") ? 'import { openAsBlob } from "node:fs";\n' : "";
  const call = name === "download" ? "download(file)" : `${name}(${literal})`;
  return `${files}import { Bot } from "botwire";\n\nconst bot = new Bot({ baseUrl: process.env.BASE_URL, token: process.env.BOT_TOKEN });\n\nconst result = await bot.${call};\n`;
}

/** The call with curl. The token comes from the environment. */
export function asCurl({ request: { verb, url, body } }: WireEntry): string {
  const address = quoted(url.split("?")[0] ?? "").replace(HIDDEN, `'"$BOT_TOKEN"'`);
  const fields = typeof body === "object" && body !== null ? Object.entries(body) : [];
  const hasFile = fields.some(([, value]) => isFile(value));
  const lines = fields.map(([name, value]) => {
    if (isFile(value)) return `--form ${quoted(`${name}=@${fileName(value)}`)}`;
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return `${hasFile ? "--form-string" : "--data-urlencode"} ${quoted(`${name}=${text}`)}`;
  });
  const method = verb === "GET" && lines.length > 0 ? "--get " : verb === "POST" && lines.length === 0 ? "--request POST " : "";
  return [`curl ${method}${address}`, ...lines].join(" \\\n  ");
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** All entries as a file. */
export const asExport = (entries: readonly WireEntry[]): Blob => new Blob([JSON.stringify(entries, undefined, 2)], { type: "application/json" });

/** Lets the visitor save a file. */
export function save(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
