// What files weigh: as they are, and as they are stored and sent.
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** Bytes raw, by gzip -9 and by brotli 11, each file compressed by itself. */
export function figures(files) {
  const sum = (size) => files.reduce((total, file) => total + size(file), 0);
  return {
    raw: sum((file) => file.length),
    gzip: sum((file) => gzipSync(file, { level: 9 }).length),
    brotli: sum((file) => brotliCompressSync(file, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length),
  };
}
