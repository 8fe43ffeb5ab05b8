// A server's program: prints the result of the conversation.
import * as botwire from "botwire";
import * as emulation from "botwire/emulator";
import { conversation } from "./conversation.mjs";

console.log(JSON.stringify(await conversation(botwire, emulation)));
