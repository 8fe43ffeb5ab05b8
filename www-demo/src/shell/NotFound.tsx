// What a wrong address shows: that it is wrong, and where to go.

export interface NotFoundProps {
  /** What is not there, as a sentence. */
  what: string;
  /** Addresses and their names. */
  links: readonly (readonly [href: string, name: string])[];
}

/** A page for an address that leads nowhere. */
export function NotFound({ what, links }: NotFoundProps) {
  return (
    <div class="page not-found">
      <h1>Page not found</h1>
      <p>{what}</p>
      <ul>{links.map(([href, name]) => <li key={href}><a href={href}>{name}</a></li>)}</ul>
    </div>
  );
}
