// validate(): method names are completed and any other is allowed; parameters may be anything, since they may be wrong.
import { type Bot, validate, type ValidationError } from "botwire";
import type { Assert, Same } from "./expect.js";

declare const bot: Bot;

const faults = validate("sendMessage", { chat_id: 1, text: 5 });
export type Given = Assert<Same<typeof faults, ValidationError[]>>;

validate("getMe");
validate("SENDMESSAGE", new Map());
validate("sendPoll", {}, { checkLimits: false, bot });
export const paths: string[] = faults.map(({ path }) => path);

// @ts-expect-error
validate();
// @ts-expect-error
validate("getMe", {}, { checkLimit: true });
