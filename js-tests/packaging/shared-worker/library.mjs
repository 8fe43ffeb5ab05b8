// What a classic script is made of.
export * as botwire from "botwire";
export { scenario } from "./scenario.mjs";
