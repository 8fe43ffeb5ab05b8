// A call as an object, from a method and parameters that somebody else wrote.
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import { isForm } from "./form-params.js";

/**
 * The parameters with the name of the method and what else is fixed, which no field of the parameters replaces: they may
 * come from a user, and decide neither which method is called nor which query is answered.
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
