// The second stage of a call: the engine checks the parameters.
import { check, MAX_UNITS } from "../engine/functions.js";
import { ValidationError } from "../errors/errors.js";
import { isLoopback } from "../options/base-url.js";
import type { Core } from "../options/bot-options.js";
import type { Extracted } from "./extract-files.js";
import { methodIndex } from "./method-names.js";

/**
 * The parameters as JSON text.
 *
 * @param limits - Whether limits, formats, enumerated values and rules of arrangement are checked too.
 * @throws ValidationError for the first fault.
 */
export function validateParams(core: Core, method: string, extracted: Extracted, limits: boolean): string {
  const { params, files, prefix } = extracted;
  let json = JSON.stringify(params);
  const sizes = files.map(({ data, size }, index) => {
    // Nothing runs between this check and the encoding of the body, so the bytes that are here now are sent.
    if (data.length < size) json = json.replace(`${prefix}-${index}"`, `${prefix}!bytes that are gone"`);
    return size;
  });
  if (json.length > MAX_UNITS) {
    throw new ValidationError(method, "", `JSON text of at most ${MAX_UNITS} characters`, `${json.length} characters`);
  }
  const fault = check(methodIndex(method), json, prefix, sizes, limits);
  if (fault === undefined) return json;
  if (method === "setWebhook" && isLoopback(core.baseUrl) && isLoopback(params["url"])) {
    // A service on this machine may deliver to it; the other parameters are checked.
    validateParams(core, method, { ...extracted, params: { ...params, url: "" } }, limits);
    return json;
  }
  const { path, expected, received } = JSON.parse(fault);
  const { redact } = core;
  throw new ValidationError(method, redact(path), redact(expected), redact(received));
}
