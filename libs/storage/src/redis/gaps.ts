import type { Revision } from '../storage.js';

/** Where history went on elsewhere: what was written after `after` did not survive; the next revision is `next`. */
export interface Gap {
  readonly after: Revision;
  readonly next: Revision;
}

/** Reads what the store keeps: `after:next `, one after the other. */
export const gapsOf = (text: string): readonly Gap[] =>
  text
    .split(' ')
    .filter((part) => part !== '')
    .map((part) => {
      const [after, next] = part.split(':');
      return { after: Number(after), next: Number(next) };
    });

/** Whether `revision` was never part of the history that survived. */
export const isInGap = (gaps: readonly Gap[], revision: Revision): boolean =>
  gaps.some(({ after, next }) => after < revision && revision < next);
