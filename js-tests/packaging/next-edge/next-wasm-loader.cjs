// What Next.js makes of "?module" in an edge function: the file is put beside the bundle and comes as a global.
module.exports = function (bytes) {
  this.emitFile("botwire.wasm", bytes);
  return "module.exports = wasm_botwire_wasm;";
};
module.exports.raw = true;
