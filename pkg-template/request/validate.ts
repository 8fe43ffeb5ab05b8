// The second stage of a call: the engine checks the parameters.
import { check, MAX_UNITS } from "../engine/functions.js";
import { ValidationError } from "../errors/errors.js";
import { isLoopback } from "../options/base-url.js";
import type { Core } from "../options/bot-options.js";
import type { Extracted } from "./extract-files.js";
import { isGone } from "./files.js";
import { methodIndex } from "./method-names.js";

/**
 * Returns the checked parameters as JSON text.
 *
 * @param limits - Whether limits, formats, enumerated values and rules of arrangement are checked too.
 * @throws ValidationError for the first fault.
 */
export function validateParams(core: Core, method: string, extracted: Extracted, limits: boolean): string {
  const { params, files, prefix, unchecked } = extracted;
  let json = JSON.stringify(params);
  files.forEach((file, index) => {
    // Nothing runs between this check and the encoding of the body, so the bytes that are here now are sent.
    if (isGone(file)) json = json.replace(`${prefix}-${index}"`, `${prefix}!bytes that are gone"`);
  });
  const [fault] = findFaults(core, method, extracted, json, limits, false);
  if (fault) throw fault;
  if (unchecked.length > 0) {
    json = withUnchecked(json, extracted);
    // The engine has not searched these values for content that JSON cannot represent.
    if (json.includes(`${prefix}!`)) throw new ValidationError(method, "", "unchecked values that JSON can hold", "another");
  }
  return json;
}

/** Returns the text with the unchecked values, which may contain more of them. */
function withUnchecked(json: string, extracted: Extracted): string {
  const { prefix, unchecked } = extracted;
  return json.replace(new RegExp(`"${prefix}\\?(\\d+)"`, "g"), (mark, index: number) =>
    index < unchecked.length ? withUnchecked(JSON.stringify(unchecked[index]), extracted) : mark,
  );
}

/**
 * Returns the faults of the parameters.
 *
 * @param json - The parameters as JSON text.
 * @param all - Whether all faults are returned, at most 100, or the first one.
 */
export function findFaults(
  { baseUrl }: Pick<Core, "baseUrl">,
  method: string,
  { params, files, prefix }: Extracted,
  json: string,
  limits: boolean,
  all: boolean,
): ValidationError[] {
  if (json.length > MAX_UNITS) {
    return [new ValidationError(method, "", `JSON text of at most ${MAX_UNITS} characters`, `${json.length} characters`)];
  }
  // A service on this machine may deliver to it.
  const isLocal = method === "setWebhook" && isLoopback(baseUrl) && typeof params["url"] === "string" && isLoopback(params["url"]);
  const checked = isLocal ? JSON.stringify({ ...params, url: "" }) : json;
  const faults = check(methodIndex(method), checked, prefix, files.map((file) => file.size), limits, all);
  return faults.map((texts) => new ValidationError(method, ...texts));
}
