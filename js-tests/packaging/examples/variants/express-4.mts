// Express 4: next to other routes, before and after a body parser.
import { nodeListener } from "botwire/adapters/node";
import express from "express-4";
import { path, webhook } from "./webhook.mts";

const listener = nodeListener(webhook);

export const plain = express();
plain.get("/health", (_, response) => void response.send("fine"));
plain.all(path, listener);

export const parsed = express();
parsed.use(express.json());
parsed.use("/hook", listener);

export const routed = express();
const router = express.Router();
router.use(listener);
routed.use("/hook", express.raw({ type: "*/*" }), router);
