// The webhook under random schedules, with the exact store of the package in memory.
import { model } from "./model.mjs";
import { runWith, schedule } from "./webhook-model.mjs";

model("the webhook handles each update once or again, and loses no call", schedule, runWith());
