import type { FormField } from '../model/form-field';

/** What every field is shown with. */
export interface RowProps {
  readonly field: FormField;
  readonly value: unknown;
  /** Shown as its name. */
  readonly title: string;
  /** False: it is removed only with what has it. */
  readonly isRemovable: boolean;
  /** Whether emptying it removes it: fields of objects, not items of lists. */
  readonly mayBeAbsent: boolean;
}
