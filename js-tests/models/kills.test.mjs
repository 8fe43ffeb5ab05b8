import { SHARED } from "../stores/processes.mjs";
import { testKills } from "./kills.mjs";

for (const [name, shared] of Object.entries(SHARED)) testKills(name, shared);
