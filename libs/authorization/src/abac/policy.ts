/**
 * One line of a policy file: what its subjects may do. Empty texts match nothing but the empty text (the core group, no
 * namespace); `*` matches all.
 */
export interface Policy {
  /** The one user it is about; undefined: whoever is in the group. */
  readonly user: string | undefined;
  /** The group it is about; with a user, the user must be in it. One of the two is always there. */
  readonly group: string | undefined;
  /** Only reading: `get`, `list`, `watch`, and `head` of paths. */
  readonly readonly: boolean;
  readonly apiGroup: string;
  readonly resource: string;
  readonly namespace: string;
  /** A path, or with a `*` at its end all that begin so. */
  readonly nonResourcePath: string;
}

export const ALL = '*';
