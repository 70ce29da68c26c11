/**
 * `NotEmpty`: the store was written to before, and nothing is overwritten. `BadItem`: the content is invalid.
 * `TooHigh`: the revision exceeds the driver's maximum; nothing was changed. `Unfinished`: filling was interrupted, so the store is incomplete.
 */
export type FillErrorCode = 'NotEmpty' | 'BadItem' | 'TooHigh' | 'Unfinished';

/** A store cannot be filled, or cannot be opened because filling it was never finished. The text says what to do. */
export class FillError extends Error {
  override readonly name = 'FillError';

  constructor(
    readonly code: FillErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/** `place` names the store; `removal` says what to remove before a retry. */
export const unfinishedStore = (place: string, removal: string): FillError =>
  new FillError(
    'Unfinished',
    `${place} holds only a part: a restore or a migration into it was interrupted. ${removal} and run that again; its source is untouched`,
  );

export const notEmptyStore = (place: string): FillError =>
  new FillError('NotEmpty', `${place} was written to before, and nothing is overwritten: name an empty one`);

export const revisionTooHigh = (place: string, revision: number, most: number): FillError =>
  new FillError(
    'TooHigh',
    `${place} has room for revisions up to ${most} and would be at ${revision}: keep this one on Redis, which has room for it`,
  );
