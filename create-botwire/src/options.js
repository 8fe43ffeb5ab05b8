// The command line.
import { parseArgs } from "node:util";
import { Failure } from "./failure.js";
import { isRust, LANGUAGES, TEMPLATES } from "./templates.js";

export const USAGE = `Usage: npm create botwire@latest [folder] -- [options]

Creates a bot, and installs what it needs. On a terminal, it asks for what
the options do not say.

  --template <name>   ${Object.keys(TEMPLATES).slice(0, 7).join(", ")},
                      ${Object.keys(TEMPLATES).slice(7).join(" or ")}
  --language <name>   ts or js
  --store <name>      where updates, turns and sessions are kept; for node:
                      ${TEMPLATES.node.stores.join(", ")}
  --yes               asks nothing, and takes defaults: node, ts, memory
  --no-install        installs nothing
  --version           prints the version
  --help              prints this text
`;

const text = { type: "string" };
const flag = { type: "boolean", default: false };
const OPTIONS = { template: text, language: text, store: text, yes: { ...flag, short: "y" }, "no-install": flag, version: flag, help: { ...flag, short: "h" } };

/** What a command line says. @throws Failure if it is not as described. */
export function parse(args) {
  let parsed;
  try {
    parsed = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new Failure(`${error.message.replace(/\. To specify a positional.*/s, "")}; --help lists the options`);
  }
  const { values, positionals } = parsed;
  if (positionals.length > 1) throw new Failure(`one folder is expected, got ${positionals.join(", ")}`);
  const { template, language, store } = values;
  if (template !== undefined) oneOf("--template", template, Object.keys(TEMPLATES));
  if (language !== undefined) {
    oneOf("--language", language, LANGUAGES);
    if (template !== undefined && isRust(template)) throw new Failure(`--language: the template ${template} is in Rust`);
  }
  if (store !== undefined) checkStore(store, template);
  return { ...values, folder: positionals[0] };
}

/** Fails unless the template has the store; unless one has it, if there is no template yet. */
export function checkStore(store, template) {
  const stores = template === undefined ? Object.values(TEMPLATES).flatMap(({ stores }) => stores) : TEMPLATES[template].stores;
  oneOf(template === undefined ? "--store" : `--store of the template ${template}`, store, [...new Set(stores)]);
}

function oneOf(option, value, values) {
  if (!values.includes(value)) throw new Failure(`${option}: expected ${values.join(", ")}; got ${value}`);
}
