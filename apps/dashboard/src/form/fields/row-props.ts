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
  /** Of an item of a list. */
  readonly place?: ListPlace;
}

/** An item among the others of its list. */
export interface ListPlace {
  /** Items of the list. */
  readonly count: number;
  readonly move: (from: number, to: number, direction: 'up' | 'down') => void;
}
