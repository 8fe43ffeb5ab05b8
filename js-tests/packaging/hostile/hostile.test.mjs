// The table of hostile requests against the servers of Deno, Bun and Vercel's edge runtime; Node and workerd are in webhook.
import { OPTIONS } from "../../webhook/hostile.mjs";
import { withstands } from "../../webhook/withstands.mjs";
import { project } from "../support/project.mjs";
import { SERVERS } from "./servers.mjs";

const folder = await project(import.meta.url);
const start = (name) => (deadlineMs) => SERVERS[name](folder, { ...OPTIONS, deadlineMs });

withstands("Deno", start("Deno"));
// Its server takes what stands behind the first slash for the path, and gives a program nothing else.
withstands("Bun", start("Bun"), { except: ["a whole URL with the path behind #"] });
// Its server cannot make a Request of this one, so that no program gets it.
withstands("edge-runtime", start("edge-runtime"), { except: ["the verb TRACE"] });
