// A worker that claims keys in Durable Objects, through botwire or by direct requests to the same object.
import { durableObjectStore, UpdateClaims } from "botwire/stores/durable-object";
import { claimRound, LEASE_MS, throughBotwire, TTL_SECONDS } from "./claim-round.mjs";

export { UpdateClaims };

function bare(namespace) {
  const object = namespace.get(namespace.idFromName("updates-0"));
  const ask = async (question) => (await object.fetch(`https://durable.invalid/${question}`, { method: "POST" })).text();
  return {
    async claim(key) {
      const owner = crypto.randomUUID();
      const answer = await ask(`claim?key=${key}&ms=${LEASE_MS}&owner=${owner}`);
      return answer === "busy" || answer === "done" ? undefined : owner;
    },
    settle: async (key, owner) => (await ask(`settle?key=${key}&owner=${owner}&ms=${TTL_SECONDS * 1000}`)) === "true",
  };
}

export default {
  async fetch(request, { CLAIMS }) {
    const { who, run, numbers } = await request.json();
    const client = who === "bare" ? bare(CLAIMS) : throughBotwire(durableObjectStore(CLAIMS));
    return Response.json({ handled: await claimRound(client, `${run}-${who}`, numbers) });
  },
};
