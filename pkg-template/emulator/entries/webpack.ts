// `botwire/emulator` in browsers, with webpack or Rspack, which emit the file that they see a URL of: init() fetches it.

import { beside } from "./beside.js";
import { configure } from "../core/module.js";

configure({ soon: beside });

export * from "./create.js";
