import { type ComponentType, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { RowProps } from './fields/row-props';
import type { FormState } from './form-state';
import type { FormKind } from './model/form-kind';
import { isWithin, messageAtField, type RefusedValue } from './model/problems-of';
import type { Edit, FieldPath } from './text/edit';

/** What all parts of a form share. */
export interface Form {
  readonly kind: FormKind;
  readonly state: FormState;
  readonly refused: readonly RefusedValue[];
  readonly edit: (edit: Edit) => void;
  /** Shows a field of any type: groups are made of fields. */
  readonly Field: ComponentType<RowProps>;
}

export const FormContext = createContext<Form | undefined>(undefined);

export function useForm(): Form {
  const form = useContext(FormContext);
  if (form === undefined) throw new Error('not in a form');
  return form;
}

/** What the server refuses at a field. @param withBelow also what is below, for a field that shows it as one text. */
export function problemsAt({ refused }: Pick<Form, 'refused'>, path: FieldPath, withBelow = false): string[] {
  return refused
    .filter((problem) => isWithin(problem.path, path) && (withBelow || problem.path.length === path.length))
    .map((problem) => (problem.path.length === path.length ? messageAtField(problem) : problem.message));
}
