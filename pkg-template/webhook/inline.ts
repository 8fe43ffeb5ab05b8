// The call that a handler returns, as the body of the webhook's response. Spec: core, Events, rule 4.
import { checked, type Core, methodName, withFiles } from "../call.js";
import { describe } from "../describe.js";
import { start } from "../engine.js";
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
 * Checks an inline call like any other and writes it as JSON, or as multipart if there are files in it. A fault is a
 * ValidationError: the service would not tell anybody of it.
 */
export async function inlineReply(core: Core, call: unknown): Promise<Reply> {
  const starting = start();
  if (starting !== undefined) await starting;
  if (typeof call !== "object") throw new ValidationError("webhook", "", "an inline call or nothing", describe(call));
  const { params: { method, ...params }, files } = prepare("webhook", call);
  const name = methodName("webhook", method);
  const { checkLimits } = core.settings;
  let json = checked(core, name, { params, files }, checkLimits);
  if (files.some(isRemote)) json = await withFiles(core, name, { params, files }, checkLimits);
  const whole = `{"method":"${name}"${json === "{}" ? "" : ","}${json.slice(1)}`;
  return files.length > 0 ? multipart(whole, files) : { body: whole, type: "application/json" };
}
