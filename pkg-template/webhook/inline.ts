// The call that a handler returns, as the body of the webhook's response. Spec: core, Events, rule 4.
import { bodyOf, checked, type Core, withFiles } from "../call.js";
import { describe } from "../describe.js";
import { start } from "../engine.js";
import { ValidationError } from "../errors.js";
import { isRemote, type Upload } from "../files.js";
import { methodName } from "../method-names.js";
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
export const inlineReply = (function (core: Core, call: unknown, encoding: string | undefined): Reply | Promise<Reply> {
  const starting = start();
  if (starting !== undefined) return starting.then(() => inlineReply(core, call, encoding));
  if (typeof call !== "object") throw new ValidationError("webhook", "", "an inline call or nothing", describe(call));
  const prepared = prepare("webhook", call, true);
  const { files } = prepared;
  const name = methodName("webhook", prepared.params["method"]);
  const { checkLimits } = core.settings;
  const json = checked(core, name, prepared, checkLimits);
  if (files.length === 0 || !files.some(isRemote)) return bodyOf(json, files, encoding);
  return withFiles(core, name, prepared, checkLimits).then((read) => ({
    ...bodyOf(read, files, encoding),
    call: () => JSON.parse(read, (_, value) => fileOf(value, files) ?? value),
  }));
});

function fileOf(value: unknown, files: readonly Upload[]): object | undefined {
  const prefix = attachmentPrefix();
  if (typeof value !== "string" || !value.startsWith(prefix)) return undefined;
  const { data, name, type } = files[+value.slice(prefix.length + 1)]!;
  return { data, name, type };
}
