// The context that the fields of a form share.
import type { ValidationError } from "botwire";
import { type ComponentType, createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Talk } from "../chats.ts";
import { isMissing } from "./check.ts";
import type { Draft } from "./draft.ts";
import type { FieldSpec, Schema } from "./schema.ts";

export interface FieldProps {
  spec: FieldSpec;
  path: string;
  draft: Draft;
  onChange: (draft: Draft) => void;
}

export interface FormShared {
  readonly schema: Schema;
  /** Prefix of the identifiers of its elements. */
  readonly id: string;
  readonly faults: readonly ValidationError[];
  /** True to show errors of empty fields too. */
  readonly isStrict: boolean;
  /** Chats to choose from. */
  readonly talks: readonly Talk[];
  /** The component of a field: inputs of objects and of keyboards contain fields again. */
  readonly Field: ComponentType<FieldProps>;
}

export const FormContext = createContext<FormShared | undefined>(undefined);

/** Returns the context of the surrounding form. */
export function useForm(): FormShared {
  const shared = useContext(FormContext);
  if (!shared) throw new Error("a field stands in a form");
  return shared;
}

/** The fault at a place, if it is to be shown there. */
export function faultAt({ faults, isStrict }: FormShared, path: string): ValidationError | undefined {
  return faults.find((fault) => fault.path === path && (isStrict || !isMissing(fault)));
}

/** The identifier of the element for a place. */
export const idAt = ({ id }: FormShared, path: string): string => `${id}-${path.replace(/\W+/g, "-")}`;
