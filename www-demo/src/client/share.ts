// Places and contacts that users send.
import type { User } from "botwire";
import type { ActionParameters } from "botwire/emulator";

/** Location that users send. */
export const HERE = { latitude: 52.5163, longitude: 13.3777 };

/** A place, the user's own contact, or that of somebody else. */
type Shared = "location" | "live" | "contact" | "other";

/** The parameters of the message. */
export function sampleOf(what: Shared, { first_name, id }: User): ActionParameters<"send"> {
  switch (what) {
    case "location": return { type: "location", ...HERE };
    case "live": return { type: "location", ...HERE, live_period: 900 };
    case "contact": return { type: "contact", phone_number: "+4930123456", first_name, user_id: id };
    case "other": return { type: "contact", phone_number: "+4930654321", first_name: "Zoe" };
  }
}
