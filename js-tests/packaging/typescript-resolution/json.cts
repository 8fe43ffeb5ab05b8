// JSON files of the package. In an ES module the modes want them said differently, in CommonJS they do not.
import openapi from "botwire/openapi.json";
import schema from "botwire/schema.json";

export const version: string = openapi.openapi;
export const methods: object = schema.methods;
