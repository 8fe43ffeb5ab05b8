// Browsers, with webpack or Rspack, which emit the file that they see a URL of: fetched at the first call.
import { configure } from "../engine/configure.js";
import { beside } from "./beside.js";

// A form: JSON would cost a preflight request for every call.
configure({ load: beside, encoding: "form" });

export * from "../index.js";
