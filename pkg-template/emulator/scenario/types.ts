// The types of scenarios, see schema.ts.

/** A text, or a regular expression of JavaScript that matches a part of it. */
export type ExpectedText = string | { pattern: string };

/** A button: its text, or with what it opens. */
export type ScenarioButton = string | { text: string; url?: string; switch_inline_query?: string; switch_inline_query_current_chat?: string };

/** An answer of the bot, as a user sees it. */
export interface ScenarioAnswer {
  /** The method that the bot called. */
  method: string;
  /** The user or chat in whose chat the bot answered. */
  chat?: string;
  /** The user that the call is about. */
  member?: string;
  text?: ExpectedText;
  caption?: ExpectedText;
  /** The title of an invoice, a game or a venue. */
  title?: string;
  /** The kind of a medium, such as `photo`; the kinds of an album. */
  media?: string | string[];
  inline_keyboard?: ScenarioButton[][];
  keyboard?: ScenarioButton[][];
  remove_keyboard?: boolean;
  force_reply?: boolean;
  show_alert?: boolean;
  ok?: boolean;
  url?: string;
  error_message?: string;
  /** The titles of inline results, or else their identifiers. */
  results?: string[];
}

/** A step: an action with its fields, and the answers of the bot. */
export interface ScenarioStep {
  /** The name of the action, such as `write`. */
  act: string;
  /**
   * What the bot answers. Without it, the step is not waited for, and its answers belong to the next step that has it.
   */
  expect?: ScenarioAnswer[];
  [field: string]: unknown;
}

/** A chat of a scenario. Users are named as in {@link Scenario.users}, and the bot is `bot`. */
export interface ScenarioChat {
  type?: "group" | "supergroup" | "channel";
  title?: string;
  username?: string;
  creator: string;
  members?: string[];
  administrators?: string[];
  all_members_are_administrators?: boolean;
  signs?: boolean;
}

/** A user of a scenario. */
export interface ScenarioUser {
  id?: number;
  first_name?: string;
  last_name?: string;
  username?: string;
  language_code?: string;
}

/** A conversation of users with a bot, and the answers of the bot. Its JSON Schema is `botwire/scenario.schema.json`. */
export interface Scenario {
  $schema?: string;
  /** The version of the format: 1. */
  version: number;
  /** What the conversation is about. */
  title?: string;
  /** True if the emulator accepts clients for newer versions. */
  compat?: boolean;
  /** The users, by the names that the steps use. */
  users: Record<string, ScenarioUser>;
  /** The groups, supergroups and channels, by the names that the steps use. */
  chats?: Record<string, ScenarioChat>;
  steps: ScenarioStep[];
}
