import { keyOf } from '../model/form-field';
import type { FieldPath } from '../text/edit';

/** Identifies a button at a field, as the key of the field does its control: no part of a path has a colon in the key. */
export const buttonKey = (path: FieldPath, button: 'up' | 'down' | 'remove' | 'add'): string =>
  `${keyOf(path)}:${button}`;
