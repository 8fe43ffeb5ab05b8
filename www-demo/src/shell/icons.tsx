// The icons of the site, drawn in lines so that they take the colour of their text.

const PATHS = {
  auto: "M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18",
  light: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M4.900 4.900l1.400 1.400M17.700 17.700l1.400 1.400M4.900 19.100l1.400-1.400M17.700 6.300l1.400-1.400",
  dark: "M20 14.500A8.500 8.500 0 0 1 9.500 4 8.500 8.500 0 1 0 20 14.500z",
  play: "M7 4.500v15l12-7.500z",
  pause: "M8 5v14M16 5v14",
  close: "M6 6l12 12M18 6L6 18",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  up: "M6 15l6-6 6 6",
  down: "M6 9l6 6 6-6",
  left: "M15 6l-6 6 6 6",
  right: "M9 6l6 6-6 6",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  download: "M12 4v11M7 10.500l5 5 5-5M4 20h16",
  upload: "M12 20V9M7 13.500l5-5 5 5M4 4h16",
  check: "M5 12.500l4.500 4.500L19 7.500",
  alert: "M12 8v5M12 16.500v.1M10.300 4.300L2.600 18a2 2 0 0 0 1.700 3h15.400a2 2 0 0 0 1.700-3L13.700 4.300a2 2 0 0 0-3.400 0z",
  info: "M12 11v5M12 7.500v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13",
  send: "M4 12l16-8-6 16-3-7z",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM20 20l-4-4",
  refresh: "M20 11a8 8 0 1 0-2.300 6.300M20 5v6h-6",
  file: "M14 3H6v18h12V7zM14 3v4h4",
  chat: "M4 5h16v11H10l-5 4v-4H4z",
  link: "M10 14a4 4 0 0 0 5.700 0l3-3a4 4 0 0 0-5.700-5.700l-1 1M14 10a4 4 0 0 0-5.700 0l-3 3A4 4 0 0 0 11 18.700l1-1",
  list: "M8 6h12M8 12h12M8 18h12M4 6h.1M4 12h.1M4 18h.1",
  code: "M8 7l-5 5 5 5M16 7l5 5-5 5",
  gauge: "M4 18a9 9 0 1 1 16 0M12 14l4-5",
  key: "M15 9a4 4 0 1 0-4.500 4L4 19.500V21h3v-2h2v-2h2l1.500-1.500A4 4 0 0 0 15 9z",
  more: "M5 12h.1M12 12h.1M19 12h.1",
  reply: "M10 6l-6 6 6 6M4 12h9a7 7 0 0 1 7 7",
  forward: "M14 6l6 6-6 6M20 12h-9a7 7 0 0 0-7 7",
  edit: "M5 19l1-4L16.500 4.500l3 3L9 18zM14.500 6.500l3 3",
  attach: "M19 11l-7.500 7.500a4.500 4.500 0 0 1-6.400-6.400L13 4.300a3 3 0 0 1 4.200 4.200l-7.700 7.700a1.500 1.500 0 0 1-2.100-2.100L14 7.500",
  keyboard: "M3 6h18v12H3zM7 10h.1M11 10h.1M15 10h.1M18 10h-.1M8 14h8",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 20a8 8 0 0 1 16 0",
  people: "M9 5a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7zM2.500 19a6.500 6.500 0 0 1 13 0M16 5.500a3.300 3.300 0 0 1 0 6.300M18 14a6.500 6.500 0 0 1 3.500 5",
  place: "M12 21c-5-5-7-8-7-11a7 7 0 0 1 14 0c0 3-2 6-7 11zM12 7.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z",
  music: "M9 18V6l10-2v12M6.500 15.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5zM16.500 13.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z",
  mic: "M12 3a3 3 0 0 0-3 3v5a3 3 0 0 0 6 0V6a3 3 0 0 0-3-3zM5 11a7 7 0 0 0 14 0M12 18v3",
  smile: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8.500 14a4 4 0 0 0 7 0M9 9.500h.1M15 9.500h.1",
  picture: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.500 9h.1",
  video: "M3 6h12v12H3zM15 10l6-3v10l-6-3",
  game: "M7 8h10a5 5 0 0 1 5 5 4 4 0 0 1-7 2.500H9A4 4 0 0 1 2 13a5 5 0 0 1 5-5zM7 10.500v4M5 12.500h4M16 11.500h.1M18 13.500h.1",
  card: "M3 6h18v12H3zM3 10h18M7 15h4",
  bolt: "M13 3L5 13.500h6L10 21l9-11h-6z",
  at: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM16 8v5.500a2.500 2.500 0 0 0 5 0V12a9 9 0 1 0-3.500 7.100",
  reset: "M4 11a8 8 0 1 1 2.300 6.300M4 5v6h6",
  bot: "M5 9h14v10H5zM12 9V5M9 13.500h.1M15 13.500h.1M9 16.500h6M12 4.500v.1M2.500 13v3M21.500 13v3",
  open: "M14 4h6v6M20 4l-9 9M18 14v5H5V6h5",
  block: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM5.700 5.700l12.600 12.600",
} as const;

/** Names of the icons. */
export type IconName = keyof typeof PATHS;

/** An icon; what it means must be said by the text or label around it. */
export const Icon = ({ name, size = 18 }: { name: IconName; size?: number }) => (
  <svg
    class="icon" width={size} height={size} viewBox="0 0 24 24" fill="none" stroke="currentColor"
    stroke-width="1.800" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false"
  >
    <path d={PATHS[name]} />
  </svg>
);
