// The service of an emulator in the wasm: with the bots of the options, or from a snapshot.

import { act, octets } from "./act.js";
import { Service } from "../emulator.js";
import { type EmulatorOptions, httpWebhooks, modes } from "./options.js";
import type { Clock } from "./time.js";

/** Creates a service with checked options. The clock moves to the time of a snapshot. */
export function openService(options: EmulatorOptions, clock: Clock): Service {
  const { bots = [{}], seed, logSize = 1000, longestPoll = 50, callbackTimeout = 60, snapshot } = options;
  const bytes = snapshot === undefined ? undefined : octets("snapshot", snapshot);
  // Without a seed, `update_id`s start at the second number.
  const service = new Service(seed, Math.random(), httpWebhooks(options), logSize, longestPoll, modes(options), callbackTimeout, bytes);
  if (bytes === undefined) for (const bot of bots) act(service, clock.now(), "add_bot", { ...bot });
  else clock.moveTo(service.latest());
  return service;
}
