// Options of a command: one table for its parser and its help.

import process from "node:process";
import { type ParsedOption, parseArgs } from "node:util";

/** An error that is printed as one sentence, after the name of the command, without a stack. */
export class Failure extends Error {
  /** The exit code, if it is not that of the command. */
  readonly code: number | undefined;

  constructor(message: string, code?: number) {
    super(message);
    this.code = code;
  }
}

/** An option of a command. */
export interface Option {
  /** The name of its value in the help, such as `<url>`. Without it, the option is a Boolean. */
  readonly value?: string;
  /** What the option does, for the help. */
  readonly help: string;
  readonly default?: string;
  readonly isRepeatable?: true;
}

/** The options of a command, by name, in the order of the help. */
export type OptionTable = Readonly<Record<string, Option>>;

/** The value of an option. */
type ValueOf<Row> =
  Row extends { value: string } ?
    Row extends { isRepeatable: true } ? string[]
    : Row extends { default: string } ? string
    : string | undefined
  : boolean;

/** The values of options, by name. */
export type Values<Table extends OptionTable> = { readonly [Name in keyof Table]: ValueOf<Table[Name]> };

/** Returns the options as the parser needs them. */
function parsed(table: OptionTable): Record<string, ParsedOption> {
  const options = Object.entries(table).map(([name, { value, default: standard, isRepeatable }]): [string, ParsedOption] => {
    if (value === undefined) return [name, { type: "boolean", default: false }];
    if (isRepeatable) return [name, { type: "string", multiple: true, default: [] }];
    return [name, standard === undefined ? { type: "string" } : { type: "string", default: standard }];
  });
  return Object.fromEntries(options);
}

/** Parses the arguments of a command. @throws Failure that names an unknown or incomplete option. */
export function parseArguments<const Table extends OptionTable>(table: Table, args: string[]): { values: Values<Table>; positionals: string[] } {
  try {
    const { values, positionals } = parseArgs({ args, options: parsed(table), allowPositionals: true });
    return { values: values as Values<Table>, positionals };
  } catch (error) {
    throw new Failure(`${describeError(error).replace(/\. To specify a positional.*/s, "")}; --help lists the options`);
  }
}

/**
 * Returns the options of a command, and the command after `--` that it starts, if there is one. It begins at the first argument that is
 * not an option, because PowerShell removes `--`.
 */
export function splitCommand(table: OptionTable, args: string[]): [args: string[], command?: string[]] {
  const { tokens } = parseArgs({ args, options: parsed(table), allowPositionals: true, strict: false, tokens: true });
  const first = tokens.find(({ kind }) => kind !== "option");
  if (first === undefined) return [args];
  return [args.slice(0, first.index), args.slice(first.kind === "positional" ? first.index : first.index + 1)];
}

/** Returns a line of help for each option. */
export function optionLines(table: OptionTable): string {
  const names = Object.entries(table).map(([name, { value }]) => `--${name}${value === undefined ? "" : ` ${value}`}`);
  const width = Math.max(...names.map((name) => name.length));
  return Object.values(table)
    .map(({ help }, at) => `  ${names[at]!.padEnd(width)}  ${help}\n`)
    .join("");
}

/** Refuses an argument that is not an option. @throws Failure */
export function refuseArgument(argument: string | undefined): void {
  if (argument !== undefined) throw new Failure(`unexpected argument ${JSON.stringify(argument)}; --help lists the options`);
}

/** Returns the message of an error. */
export const describeError = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Prints a text. */
export const print = (text: string): void => void process.stdout.write(text);
