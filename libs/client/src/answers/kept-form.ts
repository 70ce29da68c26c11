import { parsePacked, pickMembers, selectMembers, type SelectedMembers } from '@orch/apimachinery';

/** How objects are parsed that are kept for long: large members stay JSON outside the heap until they are read. */
export interface KeptForm {
  /** Others are left out. Default: all are kept. */
  readonly members?: SelectedMembers;
}

/** JSON of objects with fewer bytes is parsed at once. */
export const KEPT_AT_ONCE_BYTES = 64 * 1_024;

/** Parses the JSON of an object that is kept, in steps. @throws SyntaxError */
export function* parseKept(json: Buffer, { members }: KeptForm): Generator<undefined, unknown> {
  if (json.length <= KEPT_AT_ONCE_BYTES) {
    const value: unknown = JSON.parse(json.toString('utf8'));
    return members ? pickMembers(value, members) : value;
  }
  const kept = members ? yield* selectMembers(json, members) : json;
  yield;
  return yield* parsePacked(kept);
}
