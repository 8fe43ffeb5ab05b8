// The vectors of a rule, which cargo runs too.
import { readFile } from "node:fs/promises";

export const vectors = async (rule) => JSON.parse(await readFile(new URL(`../../tests/vectors/${rule}.json`, import.meta.url), "utf8"));
