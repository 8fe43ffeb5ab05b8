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
