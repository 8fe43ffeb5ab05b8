// The phone of the playground: the chat with the bot of a sample, before the bot is there and after.
import { Phone } from "../client/Phone.tsx";
import { Icon } from "../shell/icons.tsx";
import { example, failure, isBeginning, play } from "./state.ts";
import { ExamplePick } from "./ExamplePick.tsx";
import type { Sample } from "./samples/describe.ts";
import { Tries } from "./Tries.tsx";

/** The phone, or a placeholder until the sample's bot is ready. */
export function SamplePhone({ sample }: { sample: Sample }) {
  const current = play.value;
  if (!current) return <PhoneToCome sample={sample} />;
  const { client } = current;
  return (
    <Phone
      key={client.id} client={client} isInert={isBeginning.value || current.sample !== example.value}
      beside={<span class="people-example"><ExamplePick /></span>}
      introduction={<Introduction sample={current.sample} />}
      suggestions={<Tries client={client} sample={current.sample} />}
    />
  );
}

/** The bars have their final height, so that the layout does not shift when the bot is ready. */
function PhoneToCome({ sample }: { sample: Sample }) {
  return (
    <section class="phone" aria-label="Phone" aria-busy={failure.value === ""}>
      <div class="people"><span class="person" /></div>
      <div class="phone-screen">
        <div class="chats"><span class="chat-tab"><Icon name="bot" size={17} /><span class="chat-tab-name">{sample.bot}</span></span></div>
        <div class="conversation"><div class="conversation-inner"><div class="conversation-empty"><Introduction sample={sample} /></div></div></div>
        <p class="phone-start" role="status">{failure.value || <><span class="spinner" />The bot starts</>}</p>
      </div>
    </section>
  );
}

function Introduction({ sample: { bot, about } }: { sample: Sample }) {
  return (
    <>
      <span class="empty-bot"><Icon name="bot" size={34} /></span>
      <p><strong>{bot}</strong></p>
      <p>{about}. Write to it: it answers in this page, with no server.</p>
    </>
  );
}
