// Checks of the service: whether it speaks the interface, accepts the token, answers quickly, and tells the same time.

import { readFileSync } from "node:fs";

import { type Bot, isApiError, isBotwireError, isHttpError, isNetworkError, isTimeoutError, type User, type WebhookInfo } from "../../entries/node.js";
import { describeError } from "../arguments.js";
import type { Examined, Finding } from "./finding.js";

/** How many calls the round trip is measured with. */
const ROUND_TRIPS = 3;

/** What is known about the service after its checks. */
export interface ServiceResult {
  readonly findings: readonly Finding[];
  /** The state of the webhook, if the service accepts the token. */
  readonly info?: WebhookInfo;
}

const ADVICE: Readonly<Record<string, string>> = {
  ENOTFOUND: "its name does not exist; check SERVICE",
  EAI_AGAIN: "its name cannot be resolved at the moment",
  ECONNREFUSED: "nothing listens there; check SERVICE",
  ECONNRESET: "the connection was closed; SERVICE may need another scheme or port",
  ETIMEDOUT: "it does not answer; check SERVICE and the firewall",
  EPROTO: "it does not speak TLS there; check the scheme and the port of SERVICE",
  ERR_SSL_WRONG_VERSION_NUMBER: "it does not speak TLS there; check the scheme and the port of SERVICE",
};

/** Checks the service and the token. */
export async function checkService({ bot, service, shown }: Examined): Promise<ServiceResult> {
  const fault = (message: string): ServiceResult => ({ findings: [{ check: "service", status: "fault", message: shown(message) }] });
  try {
    const me = await bot.getMe();
    const info = await bot.getWebhookInfo();
    const later = [...laterFields("User", me), ...laterFields("WebhookInfo", info)];
    const fields = later.length > 0 ? `shows the later fields ${later.join(", ")}` : "shows no later fields";
    return {
      info,
      findings: [
        { check: "service", status: "ok", message: shown(`${service} speaks the interface and ${fields}`), data: { later_fields: later.map(shown) } },
        { check: "token", status: "ok", message: shown(`is that of @${me.username ?? me.first_name}`), data: { id: me.id } },
      ],
    };
  } catch (error) {
    if (isApiError(error) && (error.error_code === 401 || error.error_code === 404)) {
      return {
        findings: [
          { check: "service", status: "ok", message: shown(`${service} speaks the interface`) },
          { check: "token", status: "fault", message: shown(`the service refuses it: ${error.error_code} ${error.description}; check BOT_TOKEN, and that it is a token of this service`) },
        ],
      };
    }
    if (isApiError(error)) return fault(`${service} fails: ${error.error_code} ${error.description}`);
    if (isHttpError(error)) return fault(`${service} answers with status ${error.status}, but does not speak the interface; check SERVICE, to which /bot<token>/getMe is added`);
    if (isTimeoutError(error)) return fault(`${service} has not answered within ${error.timeoutMs / 1000} s`);
    if (isNetworkError(error)) return fault(`${service} cannot be reached: ${ADVICE[error.code ?? ""] ?? error.message}`);
    if (isBotwireError(error)) return fault(error.message);
    throw error;
  }
}

/** Returns the fields of a result that the interface of 2018 does not have. */
function laterFields(type: string, result: User | WebhookInfo): string[] {
  const text = new TextDecoder().decode(readFileSync(new URL("../../schema.json", import.meta.url)));
  const { objects } = JSON.parse(text) as { objects: Record<string, { fields: { name: string }[] }> };
  const known = new Set(objects[type]!.fields.map(({ name }) => name));
  return Object.keys(result).filter((name) => !known.has(name));
}

/** Measures the time of a call on a connection that is already open. */
export async function checkRoundTrip({ bot, limits, shown }: Examined): Promise<Finding> {
  const check = "round trip";
  try {
    const times: number[] = [];
    for (let count = 0; count < ROUND_TRIPS; count++) times.push(await timeOf(bot));
    const millis = Math.round(times.sort((one, other) => one - other)[Math.floor(ROUND_TRIPS / 2)]!);
    const isSlow = millis > limits.maxRoundTripMs;
    return { check, status: isSlow ? "warning" : "ok", message: `${millis} ms${isSlow ? `, more than ${limits.maxRoundTripMs}: run the bot nearer to the service, or use returned calls` : ""}`, data: { millis } };
  } catch (error) {
    return { check, status: "fault", message: shown(describeError(error)) };
  }
}

async function timeOf(bot: Bot): Promise<number> {
  const start = performance.now();
  await bot.getMe();
  return performance.now() - start;
}

/** Compares the clock of this machine with the `Date` of a response. The request has no token. */
export async function checkClock({ service, limits }: Examined): Promise<Finding> {
  const check = "clock";
  const start = Date.now();
  const date = await fetch(service, { redirect: "manual", signal: AbortSignal.timeout(10_000) }).then(
    (response) => (void response.body?.cancel(), response.headers.get("date")),
    () => null,
  );
  const theirs = Date.parse(date ?? "");
  if (Number.isNaN(theirs)) return { check, status: "skipped", message: "the service does not send its time" };
  // Half a second, because a date has whole seconds.
  const skew = Math.round((start + (Date.now() - start) / 2 - theirs - 500) / 1000);
  const data = { seconds: skew };
  if (Math.abs(skew) <= limits.maxSkewSeconds) return { check, status: "ok", message: "this machine and the service tell the same time", data };
  return { check, status: "warning", message: `this machine is ${Math.abs(skew)} s ${skew > 0 ? "ahead of" : "behind"} the service: synchronize its clock`, data };
}
