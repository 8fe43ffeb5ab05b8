// Suggestions for visitors who do not know yet what an example can do.
import type { Client } from "../client/client.ts";
import { addUser } from "../client/People.tsx";
import { samplePicture } from "../client/samples.ts";
import { Icon } from "../shell/icons.tsx";
import type { Place } from "../world/world.ts";
import type { Sample } from "./samples/describe.ts";
import { type Try, triesOf } from "./samples/index.ts";

/** Buttons that carry out the suggested steps. */
export function Tries({ client, sample }: { client: Client; sample: Sample }) {
  return (
    <div class="tries" role="group" aria-label="Things to try">
      {triesOf(sample).map((step, index) => (
        <button key={index} type="button" class="try" onClick={() => void client.attempt(() => attempt(client, step))}>{labelOf(step)}</button>
      ))}
    </div>
  );
}

function labelOf(step: Try) {
  switch (step.what) {
    case "write":
      return <>{step.as && <span class="try-who">{step.as}</span>}{step.isInGroup && !step.as && <Icon name="people" size={13} />}{step.text}</>;
    case "type":
      return <><Icon name="at" size={13} />{step.text.trim().slice(1)}</>;
    case "picture":
      return <><Icon name="picture" size={13} />Send a picture</>;
    case "join":
      return <><Icon name="plus" size={13} />{step.as} joins</>;
  }
}

async function attempt(client: Client, step: Try): Promise<void> {
  const { world, me } = client;
  const userOf = (name: string) => world.users.value.find(({ first_name }) => first_name === name);
  const [bot, group] = [world.bots.value[0], world.chats.value[0]];
  if (!bot || !group) return;
  switch (step.what) {
    case "write": {
      const place: Place = step.isInGroup ? { chat: group.id } : { bot: bot.id };
      await client.play((step.as === undefined ? undefined : userOf(step.as)) ?? me.value, place);
      return client.write(step.text);
    }
    case "type":
      client.draft.value = step.text;
      return;
    case "picture":
      return client.send(await samplePicture());
    case "join": {
      const user = userOf(step.as) ?? (await addUser(client, step.as));
      const members = await world.act("members", { chat: group.id });
      const creator = members.find(({ status }) => status === "creator")?.user.id;
      const link = await world.act("invite_link", { chat: group.id, ...(creator !== undefined && { user: creator }) });
      await world.act("join", { user: user.id, link });
      return client.play(me.value, { chat: group.id });
    }
  }
}
