// Types that no value has. They are there for what TypeScript says of a mistake: it shows their text.
declare const wrong: unique symbol;

/** What is wrong with a value that lacks something. The name sorts behind others: TypeScript compares a value with the last of its kind. */
export interface Wrong<Text extends string> {
  readonly [wrong]: Text;
}

/** A member of a union for values without any of these properties. */
export type Without<Names extends string, Text extends string> = Wrong<Text> & { readonly [Name in Names]: never };

/** What is wrong with a property that must be absent. Its values are units, so that TypeScript tells members of a union by them. */
export declare enum Refused {
  "a button has one action" = "button",
  "an edit has one target" = "edit",
  "a button asks for one thing" = "request",
}
