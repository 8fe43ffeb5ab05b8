// The second stage of a call: the engine checks the parameters.
import { check, MAX_UNITS } from "../engine/functions.js";
import { ValidationError } from "../errors/errors.js";
import { isLoopback } from "../options/base-url.js";
import type { Core } from "../options/bot-options.js";
import type { Extracted } from "./extract-files.js";
import { methodIndex } from "./method-names.js";
import { UNCHECKED } from "./unchecked.js";

/**
 * Returns the checked parameters as JSON text.
 *
 * @param limits - Whether limits, formats, enumerated values and rules of arrangement are checked too.
 * @throws ValidationError for the first fault.
 */
export function validateParams(core: Core, method: string, extracted: Extracted, limits: boolean): string {
  const { params, files, prefix, unchecked } = extracted;
  let json = JSON.stringify(params);
  files.forEach(({ data, size }, index) => {
    // Nothing runs between this check and the encoding of the body, so the bytes that are here now are sent.
    if (data.length < size) json = json.replace(`${prefix}-${index}"`, `${prefix}!bytes that are gone"`);
  });
  for (let skip = 0, fault; (fault = findFault(core, method, extracted, json, limits, skip)); skip++) {
    if (!isOfUnchecked(fault)) throw fault;
  }
  if (unchecked.size > 0) {
    json = JSON.stringify(params, (_, value) => (unchecked.has(value) ? unchecked.get(value) : value));
    // The engine has not searched these values for content that JSON cannot represent.
    if (json.includes(`${prefix}!`)) throw new ValidationError(method, "", "unchecked values that JSON can hold", "another");
  }
  return json;
}

/** Returns whether a fault only means that a value is unchecked. */
export const isOfUnchecked = ({ received }: ValidationError): boolean => received.startsWith(UNCHECKED);

/**
 * Returns the first fault of the parameters after the skipped ones, if there is one.
 *
 * @param json - The parameters as JSON text.
 * @param skip - How many faults to skip before that.
 */
export function findFault(
  { baseUrl }: Pick<Core, "baseUrl">,
  method: string,
  { params, files, prefix }: Extracted,
  json: string,
  limits: boolean,
  skip: number,
): ValidationError | undefined {
  if (json.length > MAX_UNITS) {
    return new ValidationError(method, "", `JSON text of at most ${MAX_UNITS} characters`, `${json.length} characters`);
  }
  // A service on this machine may deliver to it.
  const isLocal = method === "setWebhook" && isLoopback(baseUrl) && typeof params["url"] === "string" && isLoopback(params["url"]);
  const checked = isLocal ? JSON.stringify({ ...params, url: "" }) : json;
  const fault = check(methodIndex(method), checked, prefix, files.map((file) => file.size), limits, skip);
  return fault && new ValidationError(method, ...fault);
}
