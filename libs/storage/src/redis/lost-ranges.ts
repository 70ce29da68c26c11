import type { Revision } from '../storage.js';

/** A range of lost revisions: changes after `after` were lost; history continues at `next`. */
export interface LostRange {
  readonly after: Revision;
  readonly next: Revision;
}

/** Parses the persisted form, a list of `after:next `. */
export const parseLostRanges = (text: string): readonly LostRange[] =>
  text
    .split(' ')
    .filter((part) => part !== '')
    .map((part) => {
      const [after, next] = part.split(':');
      return { after: Number(after), next: Number(next) };
    });

/** Whether `revision` is in a lost range. */
export const isInLostRange = (lostRanges: readonly LostRange[], revision: Revision): boolean =>
  lostRanges.some(({ after, next }) => after < revision && revision < next);
