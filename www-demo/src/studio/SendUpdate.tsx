// Sends the bot an update of any kind, which no action of a user makes.
import { useState } from "preact/hooks";
import type { HttpWorld } from "../world/http.ts";

const EXAMPLE = '{"message": {"message_id": 1, "date": 0, "chat": {"id": 1, "type": "private"}, "text": "hello"}}';

/** A form for the JSON of an update, without its `update_id`. */
export function SendUpdate({ world, bot }: { world: HttpWorld; bot: number }) {
  const [text, setText] = useState("");
  const [outcome, setOutcome] = useState<readonly [style: "bad" | "muted", text: string]>(["muted", ""]);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    try {
      const id = await world.deliver(bot, JSON.parse(text) as object);
      setOutcome(["muted", `Sent as update ${id}.`]);
    } catch (error) {
      setOutcome(["bad", error instanceof Error ? error.message : String(error)]);
    }
  };
  return (
    <form class="form" onSubmit={(event) => void submit(event)}>
      <label class="field"><span>An update of any kind, as JSON without update_id</span><textarea class="input mono" rows={3} spellcheck={false} placeholder={EXAMPLE} value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} /></label>
      <div class="sheet-actions"><button type="submit" class="btn" disabled={text.trim() === ""}>Send update</button></div>
      <p class={`${outcome[0]} small`} role="status">{outcome[1]}</p>
    </form>
  );
}
