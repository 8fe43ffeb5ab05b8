// Parses the description of a sample, from its first line and the comment at its end:
//
//   // Title: what it shows.
//
//   // Try it:
//   // bot Chez Botwire @menu_bot            its name and username; otherwise made of the title and the file's name
//   // > /start                              the user writes
//   // Bob > hello                           Bob does; also `in the group > hello`, `Bob in the group > hello`
//   // > @planets_bot ma                     the user types an inline query
//   // > (picture)                           the user sends a picture
//   // > [Pizza]                             the user presses that button
//   // Carol joins                           joins the group
//   // < You chose Pizza.                    the bot's answer has this text

/** A step of the conversation. `as` is the acting user, by default Alice. */
export type Step =
  | { readonly what: "write"; readonly text: string; readonly as?: string; readonly isInGroup: boolean }
  | { readonly what: "type" | "press" | "answer"; readonly text: string }
  | { readonly what: "picture" }
  | { readonly what: "join"; readonly as: string };

/** A sample, without its code. */
export interface Sample {
  /** Name of the file, without its ending. */
  readonly id: string;
  readonly name: string;
  readonly about: string;
  /** The name of the bot. */
  readonly bot: string;
  readonly username: string;
  readonly steps: readonly Step[];
}

/** Reads both. @throws Error if they are not as above. */
export function describe(id: string, source: string): Sample {
  const [, name, about] = /^\/\/ ([^:\n]+): (.+?)\.?\n/.exec(source) ?? [];
  if (name === undefined || about === undefined) throw new Error(`${id} does not begin with “// Title: what it shows.”`);
  const end = source.split("\n// Try it:\n")[1];
  if (end === undefined) throw new Error(`${id} does not end with “// Try it:” and what there is to try`);
  const lines = end.trimEnd().split("\n").map((line) => line.replace(/^\/\/ /, ""));
  const named = /^bot (.+) @(\w+)$/m.exec(lines.join("\n"));
  const [bot, username] = [named?.[1] ?? name, named?.[2] ?? `${id.replaceAll("-", "_")}_bot`];
  return { id, name, about: about[0]?.toUpperCase() + about.slice(1), bot, username, steps: lines.filter((line) => !line.startsWith("bot ")).map((line) => stepOf(id, line, username)) };
}

function stepOf(id: string, line: string, username: string): Step {
  const [, joining] = /^(\w+) joins$/.exec(line) ?? [];
  if (joining !== undefined) return { what: "join", as: joining };
  if (line.startsWith("< ")) return { what: "answer", text: line.slice(2) };
  const [, as, group, text] = /^(?:([A-Z]\w*) )?(in the group )?> (.+)$/.exec(line) ?? [];
  if (text === undefined) throw new Error(`${id}: nobody knows how to try “${line}”`);
  if (text === "(picture)") return { what: "picture" };
  if (text === `@${username}` || text.startsWith(`@${username} `)) return { what: "type", text: text.trimEnd().replace(/^\S+$/, "$& ") };
  const [, button] = /^\[(.+)\]$/.exec(text) ?? [];
  if (button !== undefined) return { what: "press", text: button };
  return { what: "write", text, isInGroup: group !== undefined, ...(as !== undefined && { as }) };
}
