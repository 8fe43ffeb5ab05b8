// A prefix in front of the paths of a program, such as the stage of an API Gateway or the path that a proxy maps to a server.
import { describe } from "../errors/describe.js";
import { ValidationError } from "../errors/errors.js";
import { ANY, checkedOptions } from "../options/parse.js";

/** Options of an adapter. */
export interface AdapterOptions {
  /**
   * A prefix such as `/prod`. It is removed from the path of a request before the path is compared with the `path` of the
   * handler. A path without the prefix is compared unchanged. The prefix is not a secret, so `path` must contain the secret.
   * Default: none.
   */
  prefix?: string | undefined;
}

/** Makes the function that removes the prefix from a path. @throws ValidationError */
export function prefixRemover(apiName: string, options: AdapterOptions = {}): (path: string) => string {
  const { prefix = "" } = checkedOptions<AdapterOptions>(apiName, options, { prefix: ANY });
  if (typeof prefix !== "string" || (prefix && !/^(\/[^/?#]+)+$/.test(prefix))) {
    throw new ValidationError(apiName, "prefix", 'a path such as "/prod", without a slash at its end', describe(prefix));
  }
  return (path) => (path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path);
}
