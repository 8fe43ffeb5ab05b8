// The source of a classic script.
export * as botwire from "botwire";
export { scenario } from "./scenario.mjs";
