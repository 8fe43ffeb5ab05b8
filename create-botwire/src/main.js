// `npm create botwire`: reads options and answers, writes the project, and installs its packages.
import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { Failure } from "./failure.js";
import { install, isThere, managerOf } from "./install.js";
import { checkStore, parse, USAGE } from "./options.js";
import { placeOf, write } from "./place.js";
import { questions } from "./questions.js";
import { description, filesOf, isRust, LANGUAGES, TEMPLATES } from "./templates.js";

/** The exit status of a program that Ctrl+C has ended. */
const INTERRUPTED = 130;
const LANGUAGE_NAMES = { ts: "TypeScript", js: "JavaScript" };
const STORES = {
  memory: "the memory of one process; nothing to set up",
  redis: "Redis, for several processes, with a webhook",
  postgres: "PostgreSQL, for several processes, with a webhook",
};

/** The oldest version of Node that can run the files, such as `22.18`. */
const nodeOf = ({ files }) => /^>=(.+)$/.exec(JSON.parse(files["package.json"] ?? "{}").engines?.node ?? ">=20")[1];

function isAtLeast(version, least) {
  const [[major, minor = 0], [leastMajor, leastMinor = 0]] = [version, least].map((text) => text.split(".").map(Number));
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}

/** The language of a project. The default is TypeScript, or JavaScript if this Node cannot run TypeScript. */
async function languageOf(choice, node, output, asked) {
  if (isRust(choice.template)) return undefined;
  const needed = nodeOf(filesOf({ ...choice, language: "ts" }));
  const isAble = isAtLeast(node, needed);
  if (choice.language === "ts" && !isAble) {
    throw new Failure(`the template ${choice.template} in TypeScript needs Node ${needed} or newer, and this is Node ${node}: update Node, or use --language js`);
  }
  if (choice.language !== undefined) return choice.language;
  if (!isAble) {
    output.write(`The bot is written in JavaScript, because TypeScript needs Node ${needed} or newer, and this is Node ${node}.\n`);
    return "js";
  }
  return asked ? asked.choose("Which language?", Object.fromEntries(LANGUAGES.map((name) => [name, LANGUAGE_NAMES[name]]))) : "ts";
}

/** The choices of a user, from options, answers on a terminal, and defaults, in this order. */
async function choices(options, { input, output, node }) {
  const isAsked = input.isTTY && !options.yes;
  if (!isAsked && !options.yes && (options.template === undefined || options.folder === undefined)) {
    throw new Failure("cannot ask questions without a terminal: pass a folder and --template, or use --yes");
  }
  const asked = isAsked ? questions(input, output) : undefined;
  try {
    const folder = options.folder ?? (asked ? await asked.ask("Folder of the bot", "my-bot", (answer) => (placeOf(answer), answer)) : "my-bot");
    placeOf(folder);
    const able = Object.entries(TEMPLATES).filter(([, { stores }]) => options.store === undefined || stores.includes(options.store));
    const names = Object.fromEntries(able.map(([name]) => [name, description(name, options.store)]));
    const template = options.template ?? (asked ? await asked.choose("Where does the bot run?", names) : Object.keys(names)[0]);
    if (options.language !== undefined && isRust(template)) throw new Failure(`--language: the template ${template} is written in Rust`);
    const { stores } = TEMPLATES[template];
    const named = Object.fromEntries(stores.map((name) => [name, STORES[name]]));
    const store = options.store ?? (asked && stores.length > 1 ? await asked.choose("Where does the bot store its state?", named) : stores[0]);
    checkStore(store, template);
    const language = await languageOf({ template, store, language: options.language }, node, output, asked);
    return { folder, template, store, language };
  } finally {
    asked?.close();
  }
}

/** Returns the files of a project with this name. */
function project(choice, name) {
  const template = filesOf(choice);
  const named = (text) => text.replaceAll(template.name, name);
  const files = Object.fromEntries(Object.entries(template.files).map(([path, text]) => [path, named(text)]));
  files["README.md"] = files["README.md"].replace(/^# .*/, `# ${name}`);
  return files;
}

/** Returns the packages that the files install. A project must not have the name of one of them. */
function packagesOf(files) {
  const { dependencies, devDependencies } = JSON.parse(files["package.json"] ?? "{}");
  return Object.keys({ ...dependencies, ...devDependencies });
}

/** Creates a project. @throws Failure with a sentence for the user. */
export async function create(args, { input = process.stdin, output = process.stdout, node = process.versions.node, agent = process.env.npm_config_user_agent } = {}) {
  const options = parse(args);
  if (options.help) return void output.write(USAGE);
  if (options.version) return void output.write(`${JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version}\n`);
  const choice = await choices(options, { input, output, node });
  const { path, name } = placeOf(choice.folder, packagesOf(filesOf(choice).files));
  const files = project(choice, name);
  // From here on, Ctrl+C ends only the package manager. This program then prints how to continue.
  let isInterrupted = false;
  const interrupt = () => void (isInterrupted = true);
  process.on("SIGINT", interrupt);
  write(path, files);
  const here = relative(process.cwd(), path) || ".";
  output.write(`\nCreated ${here}: ${description(choice.template, choice.store)}${choice.language ? `, in ${LANGUAGE_NAMES[choice.language]}` : ""}.\n`);

  const { needs } = TEMPLATES[choice.template];
  const isReady = needs === undefined || isThere(needs.program);
  if (!isReady) output.write(`The bot needs ${needs.program}, which is not installed. Get it from ${needs.from}\n`);
  const isDeno = files["deno.json"] !== undefined;
  const manager = choice.template === "bun" ? "bun" : managerOf(agent);
  let status = 0;
  if (!options["no-install"] && !isDeno && (choice.template !== "bun" || isReady)) {
    output.write(`Installing packages with ${manager} …\n`);
    await new Promise((resolve) => setImmediate(resolve));
    status = isInterrupted ? INTERRUPTED : await install(manager, path);
    if (status !== 0) output.write(`\nThe packages were not installed, but the project is complete. To try again, run ${manager} install in ${here}.\n`);
  }
  const steps = [here !== "." && `cd ${here}`, (options["no-install"] || status !== 0) && !isDeno && `${manager} install`, isDeno ? "deno task dev" : `${manager} run dev`];
  output.write(`\nNext:\n\n${steps.filter(Boolean).map((step) => `  ${step}\n`).join("")}\nThis starts the bot and the emulator, and opens a chat with the bot.\n`);
  process.off("SIGINT", interrupt);
  if (status !== 0) process.exitCode = isInterrupted || status === INTERRUPTED ? INTERRUPTED : 1;
}

/** Runs the command line of this process. */
export async function run() {
  try {
    await create(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(`create-botwire: ${error.message}`);
    process.exitCode = 1;
  }
}
