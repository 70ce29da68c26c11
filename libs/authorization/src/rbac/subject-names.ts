import { groupHolder, userHolder } from './rights-changes.js';

/** Something for each subject, by the name that requests have: a service account is the user it acts as. */
export interface BySubject<T> {
  readonly users: Map<string, T>;
  readonly groups: Map<string, T>;
}

/** The kinds of names, each with how it is named where changes are followed. */
export const SUBJECT_KINDS = [
  { kind: 'users', holderOf: userHolder },
  { kind: 'groups', holderOf: groupHolder },
] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number]['kind'];
