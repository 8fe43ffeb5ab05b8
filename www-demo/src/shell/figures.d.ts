// The figures of the start page, which the build collects.

export interface Figures {
  readonly methods: number;
  readonly types: number;
  /** Libraries whose bots are tested against the emulator. */
  readonly libraries: number;
  /** Bytes of a bot for an edge worker, with gzip. */
  readonly edgeBytes: number;
}
