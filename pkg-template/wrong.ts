// Types that no value has. TypeScript shows their text when it refuses a value.
declare const wrong: unique symbol;

/**
 * Says what a value lacks. The name comes last in the alphabet: of the members of a union that fit a value equally badly, TypeScript
 * reports the last one.
 */
export interface Wrong<Text extends string> {
  readonly [wrong]: Text;
}

/** A member of a union for values that have none of these properties. */
export type Without<Names extends string, Text extends string> = Wrong<Text> & { readonly [Name in Names]: never };

/**
 * Says why a property must be absent. The values are units, as `undefined` is, so that TypeScript still distinguishes the members of a
 * union by the property.
 */
export declare enum Refused {
  "a button has one action" = "button",
  "an edit has one target" = "edit",
  "a button asks for one thing" = "request",
}
