// Measures the studio, and fails if it exceeds its budget.
// node measure-studio.mjs <folder of its files>
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { failAbove } from "./budget.mjs";
import { figures } from "./figures.mjs";

const [folder] = process.argv.slice(2);
const files = readdirSync(folder, { recursive: true }).filter((name) => /\.\w+$/.test(name));
failAbove({ studio: figures(files.map((name) => readFileSync(join(folder, name)))) }, "studio");
