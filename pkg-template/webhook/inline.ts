// The call that a handler returns, as the body of the webhook's response. Spec: core, Events, rule 4.
import { bodyOf, checked, type Core, methodName, withFiles } from "../call.js";
import { describe } from "../describe.js";
import { start } from "../engine.js";
import { ValidationError } from "../errors.js";
import { isRemote } from "../files.js";
import type { Body } from "../multipart.js";
import { attachmentPrefix, prepare } from "../prepare.js";

/** What is answered. */
export interface Reply extends Body {
  /** The same call, for one whose streams were read and cannot be read again. */
  readonly call?: () => object;
}

/**
 * Checks an inline call like any other and writes it as JSON, in the encoding that is asked for, or as multipart if
 * there are files in it. A fault is a ValidationError: the service would not tell anybody of it.
 */
export function inlineReply(core: Core, call: unknown, encoding: string | undefined): Reply | Promise<Reply> {
  const starting = start();
  if (starting !== undefined) return starting.then(() => inlineReply(core, call, encoding));
  if (typeof call !== "object") throw new ValidationError("webhook", "", "an inline call or nothing", describe(call));
  const { params: { method, ...params }, files } = prepare("webhook", call);
  const name = methodName("webhook", method);
  const { checkLimits } = core.settings;
  const write = (json: string): Reply => {
    const whole = `{"method":"${name}"${json === "{}" ? "" : ","}${json.slice(1)}`;
    return bodyOf(whole, files, encoding);
  };
  const json = checked(core, name, { params, files }, checkLimits);
  if (!files.some(isRemote)) return write(json);
  const fileOf = (text: string) => {
    const { data, name, type } = files[+text.slice(attachmentPrefix().length + 1)]!;
    return { data, name, type };
  };
  return withFiles(core, name, { params, files }, checkLimits).then((json) => ({
    ...write(json),
    call: () =>
      JSON.parse(`{"method":"${name}",${json.slice(1)}`, (_, value) =>
        typeof value === "string" && value.startsWith(attachmentPrefix()) ? fileOf(value) : value,
      ),
  }));
}
