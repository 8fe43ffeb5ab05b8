// A location or venue that the user chooses.
import { useState } from "preact/hooks";
import type { Client } from "./client.ts";
import { HERE } from "./share.ts";
import { Sheet } from "./Sheet.tsx";

/** Seconds for which a live location is live. */
const LIVE_S = 900;

/** The sheet. With a title, the place is a venue. */
export function PlaceSheet({ client }: { client: Client }) {
  const [place, change] = useState({ latitude: String(HERE.latitude), longitude: String(HERE.longitude), title: "", address: "" });
  const [isLive, setLive] = useState(false);
  const close = (): void => void (client.sheet.value = undefined);
  const isVenue = place.title.trim() !== "";
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    const point = { latitude: Number(place.latitude), longitude: Number(place.longitude) };
    const more = isVenue ? { type: "venue" as const, title: place.title, address: place.address } : { type: "location" as const, ...(isLive && { live_period: LIVE_S }) };
    if (await client.share({ ...point, ...more })) close();
  };
  const field = (name: keyof typeof place, label: string, attributes: object) => (
    <label class="field"><span>{label}</span><input class="input" dir="auto" value={place[name]} onInput={({ currentTarget: { value } }) => change({ ...place, [name]: value })} {...attributes} /></label>
  );
  return (
    <Sheet title="Send a place" onClose={close}>
      <form class="form" onSubmit={(event) => void send(event)}>
        {field("latitude", "Latitude", { type: "number", step: "any", min: -90, max: 90, required: true })}
        {field("longitude", "Longitude", { type: "number", step: "any", min: -180, max: 180, required: true })}
        {field("title", "Title, for a venue", {})}
        {isVenue ? field("address", "Address", { required: true }) : <label class="fault-check"><input type="checkbox" checked={isLive} onChange={({ currentTarget }) => setLive(currentTarget.checked)} /> Live for 15 minutes</label>}
        <p class="phone-notice-line" role="status" dir="auto">{client.notice.value}</p>
        <div class="sheet-actions"><button type="button" class="btn" onClick={close}>Cancel</button><button type="submit" class="btn primary">Send</button></div>
      </form>
    </Sheet>
  );
}
