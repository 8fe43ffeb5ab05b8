#!/usr/bin/env node
// An old Node has to understand this file, to say what it lacks.
"use strict";
var found = process.versions.node;
if (Number(found.split(".")[0]) < 20) {
  console.error("create-botwire: Node 20 or newer is needed, and this is " + found + ": https://nodejs.org");
  process.exit(1);
}
import("./src/main.js").then(function (main) {
  return main.run();
});
