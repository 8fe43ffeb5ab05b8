// Imports the copy that is installed beside it.
export * from "botwire";
