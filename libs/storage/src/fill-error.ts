/**
 * `NotEmpty`: the store was written to before, and nothing is overwritten. `BadItem`: what it should be filled with contradicts
 * itself. `TooHigh`: it has no room for such revisions; nothing was changed. `Unfinished`: filling it was cut off, so it holds a part only.
 */
export type FillErrorCode = 'NotEmpty' | 'BadItem' | 'TooHigh' | 'Unfinished';

/** Why a store cannot be filled, or not be opened because that was never finished. The text says what to do. */
export class FillError extends Error {
  override readonly name = 'FillError';

  constructor(
    readonly code: FillErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/** `place` names the store, with what to remove to begin anew. */
export const unfinishedStore = (place: string, removal: string): FillError =>
  new FillError(
    'Unfinished',
    `${place} holds only a part: a restore or a move into it was cut off. ${removal} and run that again; its source is untouched`,
  );

export const notEmptyStore = (place: string): FillError =>
  new FillError('NotEmpty', `${place} was written to before, and nothing is overwritten: name an empty one`);

export const revisionTooHigh = (place: string, revision: number, most: number): FillError =>
  new FillError(
    'TooHigh',
    `${place} has room for revisions up to ${most} and would stand at ${revision}: keep this one on Redis, which has room for it`,
  );
