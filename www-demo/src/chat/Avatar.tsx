// Round marks of users and chats: their photo, or the first letters of a name.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { User } from "botwire";
import { Icon } from "../shell/icons.tsx";

/** Addresses of the photos that users and chats have, by their identifiers. */
export type PhotoUrls = Readonly<Record<number, string>>;

/** Profile photos for the avatars below. */
export const Photos = createContext<PhotoUrls>({});

/** The mark of a user. */
export function Avatar({ user, size = 30 }: { user: User; size?: number }) {
  const photo = useContext(Photos)[user.id];
  const letters = [user.first_name, user.last_name].map((name) => [...(name ?? "")][0] ?? "").join("");
  return (
    <span class="avatar" style={{ "--hue": `${hueOf(user.id)}`, "--size": `${size}px` }} aria-hidden="true">
      {photo ? <img src={photo} alt="" width={size} height={size} /> : user.is_bot ? <Icon name="bot" size={Math.round(size * 0.58)} /> : letters}
    </span>
  );
}

/** The avatar of a chat. Without `chat`, the icon of a private chat with a bot. */
export function ChatMark({ chat, size = 17 }: { chat: number | undefined; size?: number }) {
  const photos = useContext(Photos);
  const photo = chat === undefined ? undefined : photos[chat];
  if (photo === undefined) return <Icon name={chat === undefined ? "bot" : "people"} size={size} />;
  return <span class="avatar" style={{ "--size": `${size}px` }} aria-hidden="true"><img src={photo} alt="" width={size} height={size} /></span>;
}

/** The color of a sender, the same everywhere. */
export const hueOf = (id: number): number => (Math.abs(id) * 137) % 360;
