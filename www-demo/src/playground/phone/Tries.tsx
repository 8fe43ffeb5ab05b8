// Things to try with an example, for a visitor who does not know yet what it can do.
import { Icon } from "../../shell/icons.tsx";
import { type Try, triesOf } from "../samples/index.ts";
import type { Hand } from "./hand.ts";
import { samplePicture } from "./samples.ts";

/** Buttons that do what they say. */
export function Tries({ hand }: { hand: Hand }) {
  if (hand.draft.value !== "" || hand.stage.view.value.keyboard) return null;
  return (
    <div class="tries" role="group" aria-label="Things to try">
      {triesOf(hand.example).map((each, index) => (
        <button key={index} type="button" class="try" onClick={() => attempt(hand, each)}>{labelOf(each)}</button>
      ))}
    </div>
  );
}

function labelOf(each: Try) {
  switch (each.what) {
    case "write":
      return <>{each.as && <span class="try-who">{each.as}</span>}{each.isInGroup && !each.as && <Icon name="people" size={13} />}{each.text}</>;
    case "type":
      return <><Icon name="at" size={13} />{each.text.trim().slice(1)}</>;
    case "picture":
      return <><Icon name="picture" size={13} />Send a picture</>;
    case "join":
      return <><Icon name="plus" size={13} />{each.as} joins</>;
  }
}

function attempt(hand: Hand, each: Try): void {
  const { stage } = hand;
  switch (each.what) {
    case "write": {
      const user = each.as ? stage.users.value.find(({ user }) => user.first_name === each.as) : stage.me.value;
      stage.play(user ?? stage.me.value, each.isInGroup ? "group" : "bot");
      return hand.write(each.text);
    }
    case "type":
      hand.draft.value = each.text;
      return;
    case "picture":
      return void samplePicture().then((file) => hand.send(file));
    case "join": {
      const known = stage.users.value.find(({ user }) => user.first_name === each.as);
      const user = known ?? stage.add(each.as);
      hand.attempt(() => user.join(stage.group.inviteLink()));
      return stage.play(stage.me.value, "group");
    }
  }
}
