// Types without values. TypeScript shows their text when it refuses a value.
declare const wrong: unique symbol;

/**
 * Names the missing part of a value. The property's name is last in the alphabet, because TypeScript reports the last member of
 * a union if several fit equally badly.
 */
export interface Wrong<Text extends string> {
  readonly [wrong]: Text;
}

/** A member of a union for values that have none of these properties. */
export type Without<Names extends string, Text extends string> = Wrong<Text> & { readonly [Name in Names]: never };

/**
 * Explains why a property must be absent. The values are units, like `undefined`, so that TypeScript still distinguishes the
 * members of a union by the property.
 */
export declare enum Refused {
  "a button has one action" = "button",
  "an edit has one target" = "edit",
  "a button asks for one thing" = "request",
}
