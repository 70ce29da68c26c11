import type { ApiObject } from '@orch/apimachinery';
import type { Answers, Vocabulary } from '@orch/vocabulary';

/** One column of the Table representation (C-064). `value` receives the plain object. */
export interface PrinterColumn {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date';
  readonly format?: string;
  /** A function if the text depends on the vocabulary. */
  readonly description?: string | ((vocabulary: Vocabulary) => string);
  /** First release 1.x with the column. Absent: all releases. */
  readonly sinceMinor?: number;
  /** Whether servers with these answers have the column. Absent: all. */
  readonly servedWith?: (answers: Answers) => boolean;
  /** 0: default output; 1 or more: wide. */
  readonly priority?: number;
  readonly value: (object: ApiObject, nowMs: number) => string | number | boolean | null;
}
