// Browsers, with webpack or Rspack, which emit the file that they see a URL of: fetched at the first call.
import { platform } from "../engine.js";
import { beside } from "./beside.js";

platform.load = beside;
// JSON would cost a preflight request for every call.
platform.encoding = "form";

export * from "../index.js";
