// The input for messages, and the files attached to it.
import "./composer.css";
import type { ReplyKeyboardMarkup } from "botwire";
import { useEffect, useRef } from "preact/hooks";
import { Menu, type MenuItem } from "../chat/Menu.tsx";
import { ReplyKeyboard } from "../chat/ReplyKeyboard.tsx";
import { nameOf, summary } from "../chat/service-note.ts";
import { Icon } from "../shell/icons.tsx";
import type { Client } from "./client.ts";
import { useCommands } from "./commands.tsx";
import { MARKS, mark } from "./formatting.ts";
import { samplePicture, sampleVoice } from "./samples.ts";
import { sampleOf } from "./share.ts";

/** The lower end of the phone. */
export function Composer({ client }: { client: Client }) {
  const { me, view, draft, isHtml, replyTo, editing, isKeyboardOpen } = client;
  const line = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const notePicker = useRef<HTMLInputElement>(null);
  const about = editing.value ?? replyTo.value;
  const { keyboard: markup } = view.value;
  const keyboard = markup?.keyboard ? markup : undefined;
  useEffect(() => {
    if (about) line.current?.focus();
  }, [about]);
  useEffect(() => {
    isKeyboardOpen.value = true;
  }, [keyboard && JSON.stringify(keyboard)]);
  useEffect(() => {
    const box = line.current;
    if (!box) return;
    box.style.height = "0";
    box.style.height = `${Math.min(box.scrollHeight + 2, 120)}px`;
  }, [draft.value]);
  const submit = (event: Event): void => {
    event.preventDefault();
    void client.write(draft.value);
    line.current?.focus();
  };
  const commands = useCommands(client);
  const key = (event: KeyboardEvent): void => {
    if (commands.key(event)) return;
    if (event.key === "ArrowUp" && draft.value === "" && !about) {
      const own = view.value.messages.findLast(({ from, text }) => from?.id === me.value.id && text !== undefined);
      if (own !== undefined) (event.preventDefault(), client.take(own));
    }
    const marked = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey ? MARKS.find(({ key }) => key !== "" && key === event.key) : undefined;
    if (marked) {
      event.preventDefault();
      mark(client, event.currentTarget as HTMLTextAreaElement, marked.tag);
    }
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) submit(event);
    if (event.key === "Escape" && about) client.forget();
  };
  const share = (what: Parameters<typeof sampleOf>[0]): void => void client.share(sampleOf(what, me.value));
  const attach = [
    { name: "File…", icon: "file", note: "Photo, video, sound or document", run: () => picker.current?.click() },
    { name: "A sample picture", icon: "picture", run: () => void samplePicture().then((file) => client.send(file)) },
    { name: "A voice message", icon: "mic", run: () => void client.send(sampleVoice(), "voice") },
    { name: "A video note…", icon: "video", note: "A video, shown as a circle", run: () => notePicker.current?.click() },
    { name: "My location", icon: "place", run: () => share("location") },
    { name: "My live location", icon: "place", note: "For 15 minutes; move it in its menu", run: () => share("live") },
    { name: "A place…", icon: "place", note: "A chosen location, or a venue", run: () => void (client.sheet.value = { kind: "place" }) },
    { name: "My contact", icon: "person", run: () => share("contact") },
    { name: "Somebody else's contact", icon: "person", run: () => share("other") },
  ] as const;
  const marks = MARKS.map(({ name, tag, key }): MenuItem => ({ name, ...(key && { note: `Ctrl ${key.toUpperCase()}` }), run: () => line.current && mark(client, line.current, tag) }));
  return (
    <div class="composer">
      {about && (
        <div class="composer-about">
          <Icon name={editing.value ? "edit" : "reply"} size={16} />
          <span><strong>{editing.value ? "Edit" : <>Reply to <bdi>{about.from ? nameOf(about.from) : "the chat"}</bdi></>}</strong><span dir="auto">{summary(about)}</span></span>
          <button type="button" class="icon-btn small" aria-label={editing.value ? "Stop editing" : "Do not reply"} onClick={() => client.forget()}><Icon name="close" size={14} /></button>
        </div>
      )}
      {commands.list}
      <form class="composer-line" onSubmit={submit}>
        <input ref={picker} type="file" class="visually-hidden" tabIndex={-1} aria-label="File to send" multiple onChange={(event) => takeFiles(event, client)} />
        <input ref={notePicker} type="file" accept="video/*" class="visually-hidden" tabIndex={-1} aria-label="Video note to send" onChange={({ currentTarget }) => takeNote(currentTarget, client)} />
        <textarea
          ref={line} {...commands.attributes} class="composer-text" dir="auto" rows={1} aria-label={`Message as ${me.value.first_name}`} value={draft.value}
          placeholder={`Message as ${me.value.first_name}`} onKeyDown={key}
          onInput={(event) => (draft.value = event.currentTarget.value)}
          onPaste={(event) => pasteFiles(event, client)}
        />
        {/* After the text for Tab, before it for the eye. */}
        <Menu class="icon-btn composer-attach" label="Attach" items={attach}><Icon name="attach" size={20} /></Menu>
        {isHtml.value && <button type="button" class="btn small ghost" title="The draft is HTML. Press to send the tags as they are" aria-label="The draft is HTML: send the tags as they are" onClick={() => (isHtml.value = false)}>HTML</button>}
        {draft.value !== "" && <Menu class="icon-btn" label="Format" items={marks}><Icon name="bold" size={18} /></Menu>}
        {keyboard && (
          <button
            type="button" class="icon-btn" aria-label={isKeyboardOpen.value ? "Hide the bot's keyboard" : "Show the bot's keyboard"}
            aria-expanded={isKeyboardOpen.value} onClick={() => (isKeyboardOpen.value = !isKeyboardOpen.value)}
          >
            <Icon name="keyboard" size={20} />
          </button>
        )}
        <button type="submit" class="icon-btn composer-send" aria-label={editing.value ? "Save" : "Send"} disabled={draft.value.trim() === ""}>
          <Icon name={editing.value ? "check" : "send"} size={19} />
        </button>
      </form>
      {keyboard && isKeyboardOpen.value && <Keys client={client} markup={keyboard} />}
    </div>
  );
}

function Keys({ client, markup }: { client: Client; markup: ReplyKeyboardMarkup }) {
  return <ReplyKeyboard markup={markup} onPress={(row, column, button) => void client.tap(markup, row, column, button)} />;
}

function takeFiles({ currentTarget }: { currentTarget: HTMLInputElement }, client: Client): void {
  void client.sendAll([...(currentTarget.files ?? [])]);
  currentTarget.value = "";
}

function takeNote(input: HTMLInputElement, client: Client): void {
  const [file] = input.files ?? [];
  input.value = "";
  if (file) void client.send(file, "video_note");
}

function pasteFiles(event: ClipboardEvent, client: Client): void {
  const files = [...(event.clipboardData?.files ?? [])];
  if (files.length === 0) return;
  event.preventDefault();
  void client.sendAll(files);
}
