/** Values by subject name as in requests: a service account is indexed by its user name. */
export interface BySubject<T> {
  readonly users: Map<string, T>;
  readonly groups: Map<string, T>;
}

export const SUBJECT_KINDS = ['users', 'groups'] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];
