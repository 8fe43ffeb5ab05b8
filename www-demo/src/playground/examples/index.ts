// The examples in the order of the menu, and what to try with each.
import sources from "virtual:examples";
import type { Code } from "../run/code.ts";

/** Something to try, as a button under the chat. */
export type Try =
  | { readonly what: "write"; readonly text: string; readonly group?: true; readonly as?: "Bob" }
  | { readonly what: "type"; readonly text: string }
  | { readonly what: "picture" }
  | { readonly what: "join"; readonly name: string };

/** A bot to begin with. */
export interface Example {
  readonly id: string;
  readonly name: string;
  /** What it shows, in a line. */
  readonly about: string;
  /** The name of the bot. */
  readonly bot: string;
  readonly username: string;
  /** Whether the chat begins in the group. */
  readonly startsInGroup?: true;
  readonly tries: readonly Try[];
  readonly source: string;
  readonly code: Code;
}

const write = (text: string): Try => ({ what: "write", text });

const LIST: readonly Omit<Example, "source" | "code">[] = [
  {
    id: "echo", name: "Echo", about: "Answers in the response to the webhook", bot: "Echo", username: "echo_bot",
    tries: [write("/start"), write("Hello, bot!"), { what: "picture" }],
  },
  {
    id: "menu", name: "Menu with buttons", about: "Callback buttons, a reply keyboard, edits", bot: "Chez Botwire", username: "menu_bot",
    tries: [write("I am hungry"), write("/delivery")],
  },
  {
    id: "search", name: "Inline search", about: "Results while you type, in any chat", bot: "Planets", username: "planets_bot",
    tries: [{ what: "type", text: "@planets_bot " }, { what: "type", text: "@planets_bot ma" }, write("/start")],
  },
  {
    id: "shop", name: "Shop with payments", about: "Invoice, shipping, checkout, receipt", bot: "Mug shop", username: "mug_bot",
    tries: [write("I need a mug")],
  },
  {
    id: "game", name: "Game with high scores", about: "A game, its page, a scoreboard", bot: "Arcade", username: "arcade_bot",
    tries: [write("Let us play"), { what: "write", text: "Who is the best?", group: true }],
  },
  {
    id: "moderation", name: "Group moderation", about: "Greets, warns, deletes, removes", bot: "Sheriff", username: "sheriff_bot",
    startsInGroup: true,
    tries: [
      { what: "write", text: "Free money at my casino!", group: true, as: "Bob" },
      { what: "write", text: "Shall we meet at six?", group: true },
      { what: "join", name: "Carol" },
    ],
  },
];

/** All examples. */
export const EXAMPLES: readonly Example[] = LIST.map((each) => {
  const made = sources[each.id];
  if (!made) throw new Error(`there is no example ${each.id}`);
  return { ...each, ...made };
});
