// An edge function's program: the scenario at /scenario.
import * as botwire from "botwire";
import { scenario } from "./scenario.mjs";

// At global scope an edge function may neither fetch nor draw random numbers; making a Bot does neither.
new botwire.Bot({ baseUrl: "https://service.example", token: "1:a" });

export default {
  async fetch(request) {
    const at = Object.fromEntries(new URL(request.url).searchParams);
    return Response.json(await scenario(botwire, at));
  },
};
