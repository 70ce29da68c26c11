import type { FieldPath } from '@orch/apimachinery';

/** The text of a `Warning` about one field. */
export const warningText = (path: FieldPath, text: string): string => `${path.toString()}: ${text}`;
