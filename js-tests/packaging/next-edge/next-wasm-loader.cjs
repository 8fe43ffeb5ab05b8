// Next.js's handling of "?module" in an edge function: the file is emitted next to the bundle and becomes a global.
module.exports = function (bytes) {
  this.emitFile("botwire.wasm", bytes);
  return "module.exports = wasm_botwire_wasm;";
};
module.exports.raw = true;
