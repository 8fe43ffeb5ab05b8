// The links of the header, which is the same on the start page, in the playground, in the dashboard and in the documentation.

export interface SiteLink {
  readonly name: string;
  /** A few words about it, for the menu of a phone. */
  readonly about: string;
  /** The address, relative to the root of the site. */
  readonly to: string;
  /** The pages of the documentation that belong to it. */
  readonly pages?: RegExp;
}

export const SITE_LINKS: readonly SiteLink[] = [
  { name: "Guide", about: "write, test, deploy, operate", to: "docs/guide/what-it-is.html", pages: /^(guide|hosts|coming-from)\// },
  { name: "Reference", about: "methods, types, functions", to: "docs/reference/methods/index.html", pages: /^reference\// },
  { name: "Playground", about: "a bot in this page", to: "#/playground" },
  { name: "Dashboard", about: "is my bot healthy", to: "#/dashboard" },
  { name: "Studio", about: "debug on your machine", to: "docs/guide/emulator.html#as-a-program" },
];

/** The address of a page of the documentation that opens its search. */
export const SEARCH = "docs/guide/what-it-is.html#search";
