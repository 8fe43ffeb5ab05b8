// Measures the size of files, raw and compressed.
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** Returns the bytes raw, with gzip -9, and with brotli 11. Each file is compressed separately. */
export function figures(files) {
  const sum = (size) => files.reduce((total, file) => total + size(file), 0);
  return {
    raw: sum((file) => file.length),
    gzip: sum((file) => gzipSync(file, { level: 9 }).length),
    brotli: sum((file) => brotliCompressSync(file, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length),
  };
}
