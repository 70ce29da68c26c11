import { groupKey, userKey } from './permission-changes.js';

/** Values by subject name as in requests: a service account is indexed by its user name. */
export interface BySubject<T> {
  readonly users: Map<string, T>;
  readonly groups: Map<string, T>;
}

/** The kinds of subject names, each with its key in {@link PermissionChanges}. */
export const SUBJECT_KINDS = [
  { kind: 'users', subjectKey: userKey },
  { kind: 'groups', subjectKey: groupKey },
] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number]['kind'];
