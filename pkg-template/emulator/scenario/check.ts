// Checks a scenario by its schema, and the names in it.

import { type Schema, SCENARIO_SCHEMA, SCENARIO_VERSION } from "./schema.js";
import type { Scenario } from "./types.js";

/** An error in a scenario, with the path of the field. */
export class ScenarioError extends Error {
  constructor(message: string) {
    super(`scenario: ${message}`);
    this.name = "ScenarioError";
  }
}

/** Checks a scenario. @throws ScenarioError */
export function checkScenario(value: unknown): Scenario {
  const { version } = typeOf(value) === "object" ? (value as { version?: unknown }) : {};
  if (typeof version === "number" && version !== SCENARIO_VERSION) {
    throw new ScenarioError(`version: expected ${SCENARIO_VERSION}, got ${version}; this botwire does not know that format`);
  }
  const fault = faultOf(SCENARIO_SCHEMA, value, "");
  if (fault !== undefined) throw new ScenarioError(fault);
  const scenario = value as Scenario;
  checkNames(scenario);
  return scenario;
}

const typeOf = (value: unknown): string => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value);
const at = (path: string, name: string | number): string => (typeof name === "number" ? `${path}[${name}]` : path === "" ? name : `${path}.${name}`);
const shown = (value: unknown): string => (typeof value === "string" ? JSON.stringify(value.slice(0, 40)) : typeof value === "object" && value !== null ? `an ${typeOf(value)}` : String(value));

function resolved(schema: Schema): Schema {
  return schema.$ref === undefined ? schema : resolved(SCENARIO_SCHEMA.$defs![schema.$ref.slice("#/$defs/".length)]!);
}

/** Returns the first fault with its path, if there is one. */
function faultOf(reference: Schema, value: unknown, path: string): string | undefined {
  const schema = resolved(reference);
  const name = path || "the scenario";
  if (schema.oneOf !== undefined) return faultOfChoice(schema.oneOf.map(resolved), value, path);
  const type = typeOf(value);
  const isType = schema.type === "integer" ? Number.isSafeInteger(value) : schema.type === "number" ? Number.isFinite(value) : schema.type === type;
  if (!isType) return `${name}: expected ${/^[aeiou]/.test(schema.type!) ? "an" : "a"} ${schema.type}, got ${shown(value)}`;
  if (schema.const !== undefined && schema.const !== value) return `${name}: expected ${shown(schema.const)}, got ${shown(value)}`;
  if (schema.enum?.includes(value as string) === false) return `${name}: expected one of ${schema.enum.join(", ")}, got ${shown(value)}`;
  if (typeof value === "string" && value.length < (schema.minLength ?? 0)) return `${name}: expected a text, got an empty one`;
  if (typeof value === "string" && schema.pattern !== undefined && !new RegExp(schema.pattern, "u").test(value)) {
    return `${name}: ${shown(value)} does not match ${schema.pattern}`;
  }
  if (type === "array") return first((value as unknown[]).map((item, index) => () => faultOf(schema.items!, item, at(path, index))));
  return type === "object" ? faultOfObject(schema, value as Record<string, unknown>, path) : undefined;
}

function faultOfObject(schema: Schema, value: Record<string, unknown>, path: string): string | undefined {
  const { properties = {}, required = [], additionalProperties, propertyNames } = schema;
  const members = Object.entries(value).map(([name, member]) => (): string | undefined => {
    const known = Object.hasOwn(properties, name) ? properties[name]! : additionalProperties;
    if (known === undefined || known === false) return `${at(path, name.slice(0, 40))}: unknown field; there are ${Object.keys(properties).join(", ")}`;
    return (propertyNames && faultOf(propertyNames, name, at(path, name.slice(0, 40)))) ?? faultOf(known, member, at(path, name));
  });
  return first([...members, ...required.map((name) => () => (Object.hasOwn(value, name) ? undefined : `${at(path, name)}: missing`))]);
}

/** Chooses by the action of a step, or else by the type and the first field. */
function faultOfChoice(choices: readonly Schema[], value: unknown, path: string): string | undefined {
  const acts = choices.flatMap(({ properties }) => (properties?.["act"] === undefined ? [] : [String(properties["act"].const)]));
  if (acts.length > 0 && typeOf(value) === "object") {
    const { act } = value as { act?: unknown };
    const choice = choices[acts.indexOf(act as string)];
    return choice === undefined ? `${at(path, "act")}: expected one of ${acts.join(", ")}, got ${act === undefined ? "nothing" : shown(act)}` : faultOf(choice, value, path);
  }
  const fitting = choices.filter(({ type }) => type === typeOf(value));
  if (fitting.length === 0) return `${path}: expected ${[...new Set(choices.map(({ type }) => type))].join(" or ")}, got ${shown(value)}`;
  const faults = fitting.map((choice) => faultOf(choice, value, path));
  return faults.includes(undefined) ? undefined : faults[0];
}

function first(looks: readonly (() => string | undefined)[]): string | undefined {
  for (const look of looks) {
    const fault = look();
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Checks that users and chats exist, and patterns. */
function checkNames({ users, chats = {}, steps }: Scenario): void {
  const check = (path: string, name: unknown, known: readonly string[]): void => {
    if (name !== undefined && !known.includes(name as string)) throw new ScenarioError(`${path}: unknown name ${shown(name)}; the scenario has ${known.join(", ") || "none"}`);
  };
  const [userNames, chatNames] = [Object.keys(users), Object.keys(chats)];
  const people = [...userNames, "bot"];
  for (const name of chatNames) if (Object.hasOwn(users, name)) throw new ScenarioError(`chats.${name}: a user has this name, too`);
  for (const name of ["users.bot", "chats.bot"]) if (Object.hasOwn(name === "users.bot" ? users : chats, "bot")) throw new ScenarioError(`${name}: the bot has this name`);
  for (const [name, { creator, members = [], administrators = [] }] of Object.entries(chats)) {
    check(`chats.${name}.creator`, creator, userNames);
    members.forEach((member, index) => check(`chats.${name}.members[${index}]`, member, people));
    administrators.forEach((member, index) => check(`chats.${name}.administrators[${index}]`, member, people));
  }
  steps.forEach((step, index) => {
    const path = `steps[${index}]`;
    check(`${path}.user`, step["user"], userNames);
    check(`${path}.member`, step["member"], people);
    check(`${path}.chat`, step["chat"], chatNames);
    check(`${path}.to_chat`, step["to_chat"], chatNames);
    step.expect?.forEach((answer, at) => {
      for (const field of ["text", "caption"] as const) checkPattern(`${path}.expect[${at}].${field}`, answer[field]);
    });
  });
}

function checkPattern(path: string, words: unknown): void {
  if (typeof words !== "object") return;
  try {
    new RegExp((words as { pattern: string }).pattern, "su");
  } catch (error) {
    throw new ScenarioError(`${path}.pattern: ${(error as Error).message}`);
  }
}
