// Imports the copy that is installed next to it.
export * from "botwire";
