// `npm run dev`: serves the function on this machine.
import { createServer } from "node:http";
import { nodeListener } from "botwire/adapters/node";
import { webhook } from "./main.ts";

const { PORT } = process.env;
createServer(nodeListener(webhook)).listen(Number(PORT), "127.0.0.1", () => console.log(`Listening on port ${PORT}`));
