/** Resources of one group, or one sub-resource of each. */
export interface Resources {
  /** Empty: the core group. `*`: every group. */
  readonly group: string;
  /** Such as `pods` or `pods/status`; `*`: every one. */
  readonly resources: readonly string[];
  /** Only in this namespace. Default: everywhere. */
  readonly namespace?: string;
  /** Only objects of these names. Default: all. */
  readonly names?: readonly string[];
}

/** What a controller asks of resources. */
export interface Calls extends Resources {
  readonly verbs: readonly string[];
}

/** What a controller may do. Its role is generated from it, see {@link controllerRoles}. */
export interface ControllerRights {
  /** Resources that its process lists and watches, for the caches that controllers of one process share. */
  readonly watches: readonly Resources[];
  /** What it reads and writes by itself. */
  readonly calls: readonly Calls[];
  /** Whether it records events. Default: false. */
  readonly events?: boolean;
  /** The kind that it works on: while the server serves no version of it, it has only the Lease. Default: one that is always served. */
  readonly whileServed?: { readonly group: string; readonly resource: string };
}

/** @param words resources separated by spaces. */
export const resources = (
  group: string,
  words: string,
  limits: Omit<Resources, 'group' | 'resources'> = {},
): Resources => ({
  group,
  resources: words.split(' '),
  ...limits,
});

/** @param verbs separated by spaces. */
export const calls = (verbs: string, of: Resources): Calls => ({ ...of, verbs: verbs.split(' ') });
