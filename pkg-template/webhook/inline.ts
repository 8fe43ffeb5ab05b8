// The call that a handler returns, as the body of the webhook's response.
import { start } from "../engine/start.js";
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import type { Core } from "../options/bot-options.js";
import { attachmentIndex } from "../request/attachment-names.js";
import { encodeBody } from "../request/encode.js";
import { extractFiles } from "../request/extract-files.js";
import { isUnread, type Upload } from "../request/files.js";
import { parseMethodName } from "../request/method-names.js";
import type { Body } from "../request/multipart.js";
import { validateParams } from "../request/validate.js";
import { readFiles } from "../transport/read-files.js";
import { DELIVERY } from "./options.js";

/** The body of a response. */
export interface ReplyBody extends Body {
  /** Returns the call, with what was read of its streams. */
  readonly call: () => object;
}

/**
 * Checks an inline call like any other. Writes it as JSON, in the requested encoding, or as multipart if it has files. Throws
 * faults as a ValidationError, because the service would not report them. Returns a promise only if something has to be read.
 */
export function inlineReply(core: Core, call: unknown, encoding: string | undefined): ReplyBody | Promise<ReplyBody> {
  const starting = start();
  return starting ? starting.then(() => replyOf(core, call, encoding)) : replyOf(core, call, encoding);
}

function replyOf(core: Core, call: unknown, encoding: string | undefined): ReplyBody | Promise<ReplyBody> {
  if (typeof call !== "object") throw new ValidationError(DELIVERY, "", "an inline call or nothing", describe(call));
  const extracted = extractFiles(DELIVERY, call, true);
  const { files, params } = extracted;
  const name = parseMethodName(DELIVERY, params["method"]);
  const validated = (): string => validateParams(core, name, extracted, core.settings.checkLimits);
  const json = validated();
  if (!files.some(isUnread)) return { ...encodeBody(json, files, encoding), call: () => call! };
  return readFiles(name, files, validated, core.settings).then(() => {
    const whole = validated();
    return { ...encodeBody(whole, files, encoding), call: () => JSON.parse(whole, (_, value) => fileOf(value, files) ?? value) };
  });
}

function fileOf(value: unknown, files: readonly Upload[]): object | undefined {
  const file = typeof value === "string" ? files[attachmentIndex(value)] : undefined;
  return file && { data: file.data, name: file.name, type: file.type };
}
