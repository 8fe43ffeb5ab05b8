// `botwire doctor`: checks everything between a bot and its service.

import process from "node:process";

import { Failure, type OptionTable, optionLines, parseArguments, print, refuseArgument } from "../arguments.js";
import { SETTING_OPTIONS, SETTINGS_HELP, settingsFrom } from "../settings.js";
import { checkCertificate } from "./certificate.js";
import { EXIT_CODES, type Examined, type Finding, linesOf, worst } from "./finding.js";
import { checkClock, checkRoundTrip, checkService } from "./service.js";
import { checkKinds, checkLastError, checkMode, checkPath, checkWaiting } from "./webhook.js";

const OPTIONS = {
  handler: { value: "<file>", help: "compares allowed_updates with its handler" },
  json: { help: "prints JSON" },
  "max-pending": { value: "<n>", default: "100", help: "waiting updates that are no fault (100)" },
  "min-days": { value: "<n>", default: "14", help: "days that a certificate must be valid (14)" },
  "max-round-trip": { value: "<ms>", default: "1000", help: "longest time of a call in milliseconds (1000)" },
  "max-skew": { value: "<s>", default: "30", help: "largest difference of the clocks in seconds (30)" },
  ...SETTING_OPTIONS,
  help: { help: "prints this text" },
} as const satisfies OptionTable;

const USAGE = `Usage: botwire doctor [options]

Checks the service, the token, the webhook, its last error, waiting updates,
allowed_updates, the secret path, certificates, the clock and the round trip.
The last line is "healthy" if there are no faults and no warnings.

${SETTINGS_HELP}
${optionLines(OPTIONS)}
Exit code: 0 if all is well, 1 after a warning, 2 after a fault, 3 if nothing
could be checked because a setting or an option is wrong.
`;

/** The last line if no check has found anything. */
const HEALTHY = "healthy  no faults and no warnings\n";

/** Runs the command. @throws Failure */
export async function runDoctor(args: string[]): Promise<void> {
  const { values: options, positionals } = parseArguments(OPTIONS, args);
  if (options.help) return print(USAGE);
  refuseArgument(positionals[0]);
  const number = (name: "max-pending" | "min-days" | "max-round-trip" | "max-skew"): number => {
    if (/^\d{1,9}$/.test(options[name])) return Number(options[name]);
    throw new Failure(`--${name}: expected a number, got ${options[name]}`);
  };
  const limits = { maxPending: number("max-pending"), minDays: number("min-days"), maxRoundTripMs: number("max-round-trip"), maxSkewSeconds: number("max-skew") };
  const examined: Examined = { ...settingsFrom(options), limits };
  const findings = await examine(examined, options.handler);
  const status = worst(findings);
  examined.bot.close();
  print(options.json ? `${JSON.stringify({ status, findings }, undefined, 2)}\n` : `${linesOf(findings)}${status === "ok" ? HEALTHY : ""}`);
  process.exitCode = EXIT_CODES[status];
}

async function examine(examined: Examined, handler: string | undefined): Promise<Finding[]> {
  const { findings, info } = await checkService(examined);
  const certificate = checkCertificate(examined, "service TLS", examined.service);
  const path = (url: string): Finding => checkPath(examined, url);
  if (info === undefined) return [...findings, await certificate, path("")];
  return [
    ...findings,
    checkMode(examined, info),
    checkLastError(examined, info),
    checkWaiting(examined, info),
    await checkKinds(examined, info, handler),
    path(info.url),
    await certificate,
    await checkCertificate(examined, "webhook TLS", info.url, info.has_custom_certificate),
    await checkClock(examined),
    await checkRoundTrip(examined),
  ];
}
