#!/usr/bin/env node
// An old Node must be able to run this file, which says that it is too old.
"use strict";
var found = process.versions.node;
if (Number(found.split(".")[0]) < 20) {
  console.error("create-botwire needs Node 20 or newer, and this is Node " + found + ". Get it from https://nodejs.org");
  process.exit(1);
}
import("./src/main.js").then(function (main) {
  return main.run();
});
