// A worker that checks the guarantees of the store in D1, and responds with the outcome as JSON.
import { sqliteStore } from "botwire/stores/sqlite";
import { guarantees, outcomeOf } from "./contract.mjs";

export default {
  async fetch(_request, { DB }) {
    const store = sqliteStore(DB);
    await store.createTables();
    return Response.json(await outcomeOf(guarantees(store)));
  },
};
