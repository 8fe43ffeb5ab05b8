// Checks of the arguments of `html` and `markdown`: the error names the wrong value.
import { className, describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";

/** Returns a String, or a number as text. */
export function checkText(apiName: string, text: unknown, path = "text"): string {
  if (typeof text === "string") return text;
  if (typeof text === "number" && Number.isFinite(text)) return String(text);
  throw new ValidationError(apiName, path, "a String", describe(text));
}

/** Returns a URL that the service accepts: it must not be empty. */
export function address(apiName: string, url: unknown): string {
  try {
    const text = className(url) === "URL" ? (url as URL).href : url;
    if (typeof text === "string" && text !== "") return text;
  } catch {
    // Thrown below.
  }
  throw new ValidationError(apiName, "url", "a URL", describe(url));
}

/** Returns the link that mentions a user. */
export function userLink(apiName: string, userId: unknown, scheme: unknown): string {
  if (!Number.isSafeInteger(userId)) throw new ValidationError(apiName, "userId", "the id of a User", describe(userId));
  if (typeof scheme !== "string" || !/^[a-z][a-z0-9+.-]*$/i.test(scheme)) {
    throw new ValidationError(apiName, "scheme", "the service's scheme of user links", describe(scheme));
  }
  return `${scheme}://user?id=${String(userId)}`;
}
