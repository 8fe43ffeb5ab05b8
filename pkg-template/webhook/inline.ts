// The call that a handler returns, as the body of the webhook's response. Spec: core, Events, rule 4.
import { checked, type Core, methodName, withFiles } from "../call.js";
import { describe } from "../describe.js";
import { encodeForm, start } from "../engine.js";
import { ValidationError } from "../errors.js";
import { isRemote } from "../files.js";
import { multipart } from "../multipart.js";
import { prepare } from "../prepare.js";

/** A body and its content type. */
export interface Reply {
  readonly body: string | Blob;
  readonly type: string;
}

/**
 * Checks an inline call like any other and writes it as JSON, in the encoding that is asked for, or as multipart if
 * there are files in it. A fault is a ValidationError: the service would not tell anybody of it.
 */
export async function inlineReply(core: Core, call: unknown, encoding: string | undefined): Promise<Reply> {
  const starting = start();
  if (starting !== undefined) await starting;
  if (typeof call !== "object") throw new ValidationError("webhook", "", "an inline call or nothing", describe(call));
  const { params: { method, ...params }, files } = prepare("webhook", call);
  const name = methodName("webhook", method);
  const { checkLimits } = core.settings;
  let json = checked(core, name, { params, files }, checkLimits);
  if (files.some(isRemote)) json = await withFiles(core, name, { params, files }, checkLimits);
  const whole = `{"method":"${name}"${json === "{}" ? "" : ","}${json.slice(1)}`;
  if (files.length > 0 || encoding === "multipart") return multipart(whole, files);
  return encoding === "form"
    ? { body: encodeForm(whole), type: "application/x-www-form-urlencoded" }
    : { body: whole, type: "application/json" };
}
