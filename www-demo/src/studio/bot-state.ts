// How the bot is, in words that are true.
import type { BotPresence, ProgramStatus } from "botwire/emulator";
import { isRecent } from "../world/presence.ts";
import { clockTime, duration } from "./story/format.ts";

/** The state of a bot: in a word or two, and more where there is room. */
export interface BotState {
  readonly style: "ok" | "off" | "bad";
  readonly text: string;
  readonly more: string;
  /** True if updates fail, so that they can be retried and skipped. */
  readonly fails?: boolean;
}

export function stateOf(bot: BotPresence | undefined, program: ProgramStatus | undefined, now: number): BotState {
  if (bot === undefined) return { style: "off", text: "No bot", more: "" };
  const { webhook, polling, connected, last_poll, last_call, deliveries, next_retry, failing, waiting } = bot;
  if (program?.running === false) return { style: "bad", text: "Ended", more: program.code === undefined ? "" : `exit code ${program.code}` };
  if (webhook !== undefined) {
    const [last] = deliveries;
    if (failing > 0) {
      const others = Math.max(0, waiting - failing);
      const retry = next_retry === undefined ? "" : `, next try in ${duration(next_retry - now)}`;
      return { style: "bad", text: `${failing} ${failing === 1 ? "fails" : "fail"}${others > 0 ? `, ${others} ${others === 1 ? "waits" : "wait"}` : ""}`, more: `${last?.status ?? "no answer"}${retry}`, fails: true };
    }
    return { style: "ok", text: "Webhook", more: last ? `last update ${clockTime(last.time)}` : "no delivery yet" };
  }
  const queued = waiting === 0 ? "" : `${waiting === 1 ? "1 update waits" : `${waiting} updates wait`}`;
  if (polling || isRecent(bot, now)) return { style: "ok", text: "Polls", more: queued };
  if (last_poll === undefined) return { style: "off", text: "No bot polls", more: [last_call === undefined ? "and no webhook is set" : "", queued].filter(Boolean).join(", ") };
  if (connected) return { style: "ok", text: "Works", more: `last poll ${clockTime(last_poll)}${queued && `, ${queued}`}` };
  return { style: "off", text: `No poll since ${clockTime(last_poll)}`, more: queued };
}

/** Why the latest message of the user has no answer. */
export function silenceOf(bot: BotPresence | undefined, program: ProgramStatus | undefined, isTaken: boolean, now: number): string {
  const { style, fails } = stateOf(bot, program, now);
  if (program?.running === false) return isTaken ? "No answer: the bot ended while it handled this." : "No answer: the bot has ended.";
  if (fails) return `No answer yet: the bot ${bot?.deliveries[0]?.status === undefined ? "did not answer" : `answered ${bot.deliveries[0].status}`}${isTaken ? "" : " to an earlier update, and this one waits behind it"}.`;
  if (isTaken) return "No answer: the bot got this and made no call.";
  if (style === "off") return bot?.webhook === undefined ? "No answer yet: no bot polls, and no webhook is set." : "No answer yet.";
  return "No answer yet: the bot has not taken this update.";
}
