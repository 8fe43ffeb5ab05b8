// An edge function's program: the conversation at every request.
import * as botwire from "botwire";
import * as emulation from "botwire/emulator";
import { conversation } from "./conversation.mjs";

export default { async fetch() { return Response.json(await conversation(botwire, emulation)); } };
