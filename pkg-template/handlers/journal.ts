// What is stored of a conversation: its finished steps. The conversation runs again over them at each answer.

/** A finished step. */
export interface Step {
  /** The kind of the step and its text, or its `id`. */
  readonly id: string;
  readonly value?: unknown;
  /** The text of the failure of an effect. */
  readonly error?: string;
  /** The `update_id` of the answer. Only questions have one. */
  readonly by?: number;
}

/** A conversation in progress, as it is stored beside the session. */
export interface Run {
  readonly name: string;
  /** The `update_id` that started it. */
  readonly started: number;
  /** The time of the last step, in seconds. */
  at: number;
  readonly args?: unknown;
  steps: Step[];
  /** The open question. */
  open?: string;
  /** Finished steps after the open question, if it is asked again because a later step failed. */
  kept?: Step[];
  /** The `update_id` that ended it. Remembered until the next update, whose redelivery gets the same result. */
  ended?: number;
}

/** The key, in a context, of the run of a conversation. */
export const TALK = Symbol.for("botwire.talk");

/** The run of a conversation, which is saved beside the session. */
export interface TalkState {
  run: Run | undefined;
  /** The names of the conversations that have seen the update. */
  readonly seen: Set<string>;
  /** True while the function of a conversation runs. */
  isRunning?: boolean;
  /** Checks that a run can be saved. @throws ValidationError if not, for example because the session is too large with it. */
  readonly check: (run: Run) => void;
}

/** The part of a context that {@link sessions} adds for conversations. */
export interface TalkContext {
  readonly [TALK]?: TalkState;
}
