// Express 4: beside routes of its own, before and after a body parser.
import { createWebhookHandler } from "botwire";
import { nodeListener } from "botwire/adapters/node";
import express from "express-4";
import { handle, options } from "./bot.mts";

const listener = nodeListener(createWebhookHandler(options, handle));

export const plain = express();
plain.get("/health", (_, response) => void response.send("fine"));
plain.all(options.path!, listener);

export const parsed = express();
parsed.use(express.json());
parsed.use("/hook", listener);

export const routed = express();
const router = express.Router();
router.use(listener);
routed.use("/hook", express.raw({ type: "*/*" }), router);
