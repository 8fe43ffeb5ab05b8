// `botwire webhook`: sets, deletes and shows the webhook of a bot.

import { readFileSync } from "node:fs";
import { basename } from "node:path";

import { isBotwireError, registerWebhook, type UpdateKind, type WebhookInfo } from "../entries/node.js";
import { Failure, type OptionTable, type Values, describeError, optionLines, parseArguments, print, refuseArgument } from "./arguments.js";
import { kindsOfHandler } from "./handler-kinds.js";
import { SETTING_OPTIONS, SETTINGS_HELP, type Settings, settingsFrom, withoutPath } from "./settings.js";

const SET_OPTIONS = {
  handler: { value: "<file>", help: "set: receives the kinds that its handler handles" },
  "allowed-updates": { value: "<kinds>", help: "set: receives these, such as a,b, or all" },
  "max-connections": { value: "<number>", help: "set: simultaneous connections, 1 to 100" },
  certificate: { value: "<file>", help: "set: the public key of a certificate" },
  force: { help: "set: registers again if nothing differs" },
} as const satisfies OptionTable;
const OPTIONS = { ...SET_OPTIONS, ...SETTING_OPTIONS, help: { help: "prints this text" } } as const satisfies OptionTable;

type Options = Values<typeof OPTIONS>;

const USAGE = `Usage: botwire webhook set [url] [options]
       botwire webhook delete
       botwire webhook info

set registers the webhook if the service does not have it yet, and shows what
changed. HOOK_PATH is added to the URL, such as https://bot.example. Without a
URL, the one that is registered stays. A certificate is not kept: pass it again.

${SETTINGS_HELP}
${optionLines(OPTIONS)}`;

/** Runs the command. @throws Failure */
export async function runWebhook(args: string[]): Promise<void> {
  const { values: options, positionals } = parseArguments(OPTIONS, args);
  if (options.help) return print(USAGE);
  const [action, url, ...rest] = positionals;
  refuseArgument(action === "set" ? rest[0] : url);
  if (action !== "set") {
    const wrong = Object.keys(SET_OPTIONS).find((name) => ![undefined, false].includes(options[name as keyof typeof SET_OPTIONS] as undefined));
    if (wrong !== undefined && (action === "delete" || action === "info")) throw new Failure(`--${wrong}: only for set`);
  }
  switch (action) {
    case "set":
      return inService(options, (settings) => set(settings, url, options));
    case "delete":
      return inService(options, remove);
    case "info":
      return inService(options, async (settings) => print(`${described(settings, await settings.bot.getWebhookInfo())}\n`));
    default:
      throw new Failure(`expected set, delete or info${action === undefined ? "" : `, got ${JSON.stringify(action)}`}; --help lists the options`);
  }
}

/** Runs an action with the settings. Errors of calls are printed as one sentence. */
async function inService(options: Options, action: (settings: Settings) => Promise<void>): Promise<void> {
  const settings = settingsFrom(options);
  try {
    await action(settings);
  } catch (error) {
    if (!isBotwireError(error)) throw error;
    const hint = error.kind === "api" && [401, 404].includes((error as { error_code?: number }).error_code ?? 0) ? "; check BOT_TOKEN, and SERVICE if the token is right" : "";
    throw new Failure(`${settings.shown(error.message)}${hint}`);
  } finally {
    settings.bot.close();
  }
}

async function set(settings: Settings, url: string | undefined, options: Options): Promise<void> {
  const { bot, hookPath } = settings;
  const allowed_updates = await kindsOf(options);
  const [target, prefix] = withHookPath(url ?? (await registeredOrigin(settings)), hookPath);
  const certificate = options.certificate === undefined ? undefined : fileOf(options.certificate);
  const connections = options["max-connections"];
  const { changed, before } = await registerWebhook(bot, {
    url: target,
    path: hookPath,
    prefix,
    certificate,
    max_connections: connections === undefined ? undefined : numberOf(connections),
    allowed_updates: allowed_updates as UpdateKind[] | undefined,
    force: options.force,
  });
  const after = await bot.getWebhookInfo();
  const isSet = { url: true, certificate: certificate !== undefined, max_connections: connections !== undefined, allowed_updates: allowed_updates !== undefined };
  print(`${changed.length > 0 ? `changed: ${changed.join(", ")}` : options.force ? "registered again, unchanged" : "unchanged"}\n\n`);
  print(`${described(settings, after, (name) => (changed.includes(name) ? ` (before: ${valueOf(settings, before, name)})` : isSet[name] || name === "certificate" ? "" : " (inherited)"))}\n`);
}

async function remove({ bot }: Settings): Promise<void> {
  const { url, pending_update_count } = await bot.getWebhookInfo();
  if (url === "") return print("no webhook was registered\n");
  await bot.deleteWebhook();
  print(`deleted; waiting updates for a bot that polls: ${pending_update_count}\n`);
}

/** Returns the kinds that the options name. */
async function kindsOf(options: Options): Promise<readonly string[] | undefined> {
  const named = options["allowed-updates"];
  if (named !== undefined && options.handler !== undefined) throw new Failure("--allowed-updates and --handler cannot be combined");
  if (options.handler !== undefined) return kindsOfHandler(options.handler);
  if (named === undefined) return undefined;
  const kinds = named === "all" ? [] : named.split(",").map((kind) => kind.trim());
  if (!kinds.every((kind) => /^[a-z_]+$/.test(kind))) throw new Failure(`--allowed-updates: expected kinds such as message,callback_query, or all, got ${JSON.stringify(named)}`);
  return kinds;
}

/** Returns the URL of the webhook before its secret path, as the service has it. */
async function registeredOrigin({ bot, hookPath }: Settings): Promise<string> {
  const { url } = await bot.getWebhookInfo();
  if (url === "") throw new Failure("no webhook is registered: pass its URL, such as botwire webhook set https://bot.example");
  // The path may have changed since.
  return hookPath === undefined || url.endsWith(hookPath) ? url : new URL(url).origin;
}

/** Returns the URL with the secret path, and the part of its path before that. */
function withHookPath(url: string, hookPath: string | undefined): [url: string, prefix: string | undefined] {
  if (!URL.canParse(url)) throw new Failure(`expected a URL such as https://bot.example, got ${JSON.stringify(url)}`);
  if (hookPath === undefined) {
    if (new URL(url).pathname === "/") throw new Failure("HOOK_PATH is not set: set it, or pass the URL with the secret path");
    return [url, undefined];
  }
  const whole = url.endsWith(hookPath) ? url : `${url.replace(/\/+$/, "")}${hookPath}`;
  const { pathname } = new URL(whole);
  return [whole, pathname.endsWith(hookPath) ? pathname.slice(0, -hookPath.length) || undefined : undefined];
}

function fileOf(file: string): { data: Uint8Array<ArrayBuffer>; name: string } {
  try {
    return { data: readFileSync(file), name: basename(file) };
  } catch (error) {
    throw new Failure(`--certificate: ${describeError(error)}`);
  }
}

function numberOf(text: string): number {
  if (!/^\d+$/.test(text) || Number(text) < 1 || Number(text) > 100) throw new Failure(`--max-connections: expected a number from 1 to 100, got ${text}`);
  return Number(text);
}

const SHOWN = ["url", "certificate", "max_connections", "allowed_updates"] as const;
type Shown = (typeof SHOWN)[number];

function valueOf({ hookPath, shown }: Settings, info: WebhookInfo, name: Shown): string {
  switch (name) {
    case "url":
      return info.url === "" ? "none" : shown(withoutPath(info.url, hookPath));
    case "certificate":
      return info.has_custom_certificate ? "custom" : "none";
    case "max_connections":
      return String(info.max_connections ?? "not reported");
    case "allowed_updates":
      return shown(info.allowed_updates?.join(", ") || "all");
  }
}

/** Describes a webhook, a line for each setting. */
function described(settings: Settings, info: WebhookInfo, note: (name: Shown) => string = () => ""): string {
  const lines = SHOWN.map((name) => [name, valueOf(settings, info, name) + note(name)]);
  lines.push(["waiting updates", String(info.pending_update_count)]);
  if (info.last_error_message !== undefined) {
    const when = info.last_error_date === undefined ? "" : ` (${new Date(info.last_error_date * 1000).toISOString()})`;
    lines.push(["last error", `${settings.shown(info.last_error_message)}${when}`]);
  }
  return lines.map(([name = "", value = ""]) => `${name.padEnd(17)}${value}`).join("\n");
}
