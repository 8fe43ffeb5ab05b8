// Calls as objects, from a method and parameters of another author.
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import { isForm } from "./form-params.js";

/**
 * Adds fixed fields, such as the name of the method, to parameters. The parameters may come from a user, so they cannot replace
 * these fields and choose another method or query.
 *
 * @throws ValidationError if the parameters are not an object.
 */
export function inlineCall<Fixed extends { method: string }>(fixed: Fixed, params: unknown = {}): Fixed & object {
  let received: string | undefined;
  try {
    if (typeof params === "object" && !Array.isArray(params) && !isForm(params)) return Object.assign({ ...fixed }, params, fixed);
  } catch {
    received = "an object that throws";
  }
  throw new ValidationError(fixed.method, "", "an object of parameters", received ?? describe(params));
}
