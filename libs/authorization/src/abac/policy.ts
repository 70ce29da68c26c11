/**
 * One line of a policy file. Empty texts match only the empty text (the core group, no namespace); `*` matches all.
 */
export interface Policy {
  /** The user; undefined: all members of the group. */
  readonly user: string | undefined;
  /** The group; with a user, the user must be a member of it. One of the two is always set. */
  readonly group: string | undefined;
  /** Only reads: `get`, `list`, `watch`, and `head` of paths. */
  readonly readonly: boolean;
  readonly apiGroup: string;
  readonly resource: string;
  readonly namespace: string;
  /** A path, or a prefix with a `*` at its end. */
  readonly nonResourcePath: string;
}

export const ALL = '*';
