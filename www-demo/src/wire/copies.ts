// Log entries as code and as commands, with placeholders for base URL and token.
import { type Kind, loadSchema, type MethodSpec } from "../dashboard/form/schema.ts";
import { SentFile, type SentRequest, type WireEntry } from "./entries.ts";
import { HIDDEN } from "./mask.ts";

const NUMBERS: readonly Kind[] = ["integer", "id", "float", "chat_id"];
const CUT = "The log omits everything after the large file.";

const isNested = (kind: Kind): boolean => typeof kind === "object" && ("array" in kind || "object" in kind || "union" in kind);

/** The typed parameters of a form. Its fields are text and files; the types are in the specification. */
function meant({ body, fields }: SentRequest, method: MethodSpec | undefined): Record<string, unknown> {
  if (!fields) return typeof body === "object" && body !== null ? { ...body } : {};
  const files = new Map(fields.flatMap(([name, value]) => (value instanceof SentFile ? [[`attach://${name}`, value]] : [])));
  const used = new Set<unknown>();
  /** A file of a nested object, which the object names. */
  const attach = (_key: string, value: unknown): unknown => {
    const file = typeof value === "string" ? files.get(value) : undefined;
    if (file) used.add(file);
    return file ?? value;
  };
  const all = fields.map(([name, value]): [string, unknown] => {
    const kind = method?.params.find((param) => param.name === name)?.kind;
    if (typeof value !== "string" || kind === undefined) return [name, value];
    if (kind === "boolean" && /^(true|false)$/.test(value)) return [name, value === "true"];
    if (NUMBERS.includes(kind) && String(Number(value)) === value) return [name, Number(value)];
    return [name, isNested(kind) ? parsed(value, attach) : value];
  });
  return Object.fromEntries(all.filter(([, value]) => !used.has(value)));
}

function parsed(text: string, attach: (key: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(text, attach) as unknown;
  } catch {
    return text;
  }
}

/** The parameters of a call, to repeat it. Undefined if the log does not have all: it does not keep files. */
export async function parametersOf({ name, request }: WireEntry): Promise<Record<string, unknown> | undefined> {
  if (name === "download" || request.isCut || request.fields?.some(([, value]) => value instanceof SentFile)) return undefined;
  const schema = await loadSchema().catch(() => undefined);
  return meant(request, schema?.methods[name]);
}

/** The call as an expression, with that expression as its `chat_id`. */
export async function callAsText({ name, request }: WireEntry, chat?: string): Promise<string> {
  const schema = await loadSchema().catch(() => undefined);
  const parameters = meant(request, schema?.methods[name]);
  const text = expression(name, parameters, schema === undefined || name in schema.methods);
  return chat === undefined ? text : text.replace(/chat_id: [^,]+,/, `chat_id: ${chat},`);
}

/** The call with botwire. */
export async function asCode({ name, request }: WireEntry): Promise<string> {
  if (name === "download") return code("download(bot, file)", 'const file = "file_id";\n', "Bot, download");
  const schema = await loadSchema().catch(() => undefined);
  return callAsCode(name, meant(request, schema?.methods[name]), schema === undefined || name in schema.methods, request.isCut);
}

/** A call with these parameters; one that the specification does not know is made by its name. */
export function callAsCode(name: string, params: Record<string, unknown>, isKnown = true, isCut = false): string {
  return code(expression(name, params, isKnown), isCut ? `// ${CUT}\n` : "");
}

function expression(name: string, params: Record<string, unknown>, isKnown: boolean): string {
  const argument = Object.keys(params).length > 0 ? literal(params, "") : "";
  return `bot.${isKnown ? `${name}(${argument})` : `call(${[JSON.stringify(name), argument].filter(Boolean).join(", ")})`}`;
}

function code(call: string, before: string, names = "Bot"): string {
  const imports = call.includes("await openAsBlob(") ? 'import { openAsBlob } from "node:fs";\n' : "";
  return `${imports}import { ${names} } from "botwire";\n\nconst bot = new Bot({ baseUrl: process.env.BASE_URL, token: process.env.BOT_TOKEN });\n\n${before}const result = await ${call};\n`;
}

/** A value as a literal in code. */
export function literal(value: unknown, indent: string): string {
  const inner = `${indent}  `;
  const block = (open: string, lines: string[], close: string): string =>
    lines.length === 0 ? open + close : `${open}\n${lines.map((line) => `${inner}${line},\n`).join("")}${indent}${close}`;
  if (value instanceof SentFile || value instanceof File) {
    const name = JSON.stringify(value.name);
    const type = value.type ? `, { type: ${JSON.stringify(value.type)} }` : "";
    return `{ data: await openAsBlob(${name}${type}), name: ${name} }`;
  }
  if (Array.isArray(value)) return block("[", value.map((item) => literal(item, inner)), "]");
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const key = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) && name !== "__proto__" ? name : `[${JSON.stringify(name)}]`);
  return block("{", Object.entries(value).map(([name, member]) => `${key(name)}: ${literal(member, inner)}`), "}");
}

/** The request with curl. The token comes from the environment. */
export function asCurl({ direction, request: { verb, url, body, fields, isCut } }: WireEntry): string {
  if (direction === "delivery") return [`curl ${quoted(url)}`, "--header 'content-type: application/json'", `--data ${quoted(JSON.stringify(body))}`].join(" \\\n  ");
  const address = quoted(url.split("?")[0] ?? "").replace(HIDDEN, `'"$BOT_TOKEN"'`);
  const members = typeof body === "object" && body !== null ? Object.entries(body) : [];
  const sent = fields ?? members.map(([name, value]): [string, string] => [name, typeof value === "string" ? value : JSON.stringify(value)]);
  const hasFile = sent.some(([, value]) => value instanceof SentFile);
  const lines = sent.map(([name, value]) => {
    if (value instanceof SentFile) return `--form ${quoted(`${name}=@"${value.name.replace(/["\\]/g, "\\$&")}"${value.type ? `;type=${value.type}` : ""}`)}`;
    return `${hasFile ? "--form-string" : "--data-urlencode"} ${quoted(`${name}=${value}`)}`;
  });
  const method = verb === "GET" && lines.length > 0 ? "--get " : verb === "POST" && lines.length === 0 ? "--request POST " : "";
  return (isCut ? `# ${CUT}\n` : "") + [`curl ${method}${address}`, ...lines].join(" \\\n  ");
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** All entries as a file. */
export function asExport(entries: readonly WireEntry[]): Blob {
  // The displayed body contains the same data as `fields`.
  const shown = entries.map(({ request: { fields, ...request }, ...entry }) => ({ ...entry, request }));
  return new Blob([JSON.stringify(shown, undefined, 2)], { type: "application/json" });
}

/** Lets the visitor save a file. */
export function save(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
