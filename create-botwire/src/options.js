// The command line.
import { parseArgs } from "node:util";
import { Failure } from "./failure.js";
import { isRust, LANGUAGES, TEMPLATES } from "./templates.js";

export const USAGE = `Usage: npm create botwire@latest [folder] -- [options]

Creates a bot and installs its packages. On a terminal, it asks for each choice
that you do not make with an option.

  --template <name>   ${Object.keys(TEMPLATES).slice(0, 7).join(", ")},
                      ${Object.keys(TEMPLATES).slice(7).join(" or ")}
  --language <name>   ts or js; ts needs Node 22.18 or newer for the templates
                      node, vercel and lambda
  --store <name>      where the bot stores its state; for the template node:
                      ${TEMPLATES.node.stores.join(", ")}
  --yes               asks nothing and uses the defaults: node, ts, memory
  --no-install        does not install the packages
  --version           prints the version
  --help              prints this text
`;

const text = { type: "string" };
const flag = { type: "boolean", default: false };
const OPTIONS = { template: text, language: text, store: text, yes: { ...flag, short: "y" }, "no-install": flag, version: flag, help: { ...flag, short: "h" } };

/** Parses the command line. @throws Failure if it is invalid. */
export function parse(args) {
  let parsed;
  try {
    parsed = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new Failure(`${error.message.replace(/\. To specify a positional.*/s, "")}; --help lists the options`);
  }
  const { values, positionals } = parsed;
  if (positionals.length > 1) throw new Failure(`expected one folder, got ${positionals.join(", ")}`);
  const { template, language, store } = values;
  if (template !== undefined) oneOf("--template", template, Object.keys(TEMPLATES));
  if (language !== undefined) {
    oneOf("--language", language, LANGUAGES);
    if (template !== undefined && isRust(template)) throw new Failure(`--language: the template ${template} is written in Rust`);
  }
  if (store !== undefined) checkStore(store, template);
  return { ...values, folder: positionals[0] };
}

/** Fails unless the template has the store or, without a template, any template has it. */
export function checkStore(store, template) {
  const stores = template === undefined ? Object.values(TEMPLATES).flatMap(({ stores }) => stores) : TEMPLATES[template].stores;
  oneOf(template === undefined ? "--store" : `--store for the template ${template}`, store, [...new Set(stores)]);
}

function oneOf(option, value, values) {
  if (!values.includes(value)) throw new Failure(`${option}: expected ${values.join(", ")}; got ${JSON.stringify(value)}`);
}
