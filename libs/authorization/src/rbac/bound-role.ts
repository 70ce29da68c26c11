import type { RoleRef, Subject } from '@orch/api';
import type { RoleSlot } from './role-slot.js';
import type { BySubject, SubjectKind } from './subject-names.js';

/** A binding: role, subjects and namespace. */
export interface GrantedBinding {
  /** Empty for the whole cluster. */
  readonly namespace: string;
  readonly name: string;
  readonly roleRef: RoleRef;
  readonly subjects: readonly Subject[];
}

/** A binding in the index: a role and the subjects of the binding. */
export class BoundRole {
  subjects: BySubject<Subject> = { users: new Map(), groups: new Map() };
  /** As reasons name it: `RoleBinding "a/b"`. */
  readonly words: string;

  constructor(
    readonly role: RoleSlot,
    private readonly namespace: string,
    name: string,
  ) {
    this.words =
      namespace === ''
        ? `ClusterRoleBinding ${JSON.stringify(name)}`
        : `RoleBinding ${JSON.stringify(`${name}/${namespace}`)}`;
  }

  /** A subject of the binding as reasons name it: `User "jane"`. */
  wordsOf(of: SubjectKind, subject: string): string {
    const { kind, name, namespace } = this.subjects[of].get(subject)!;
    return `${kind} ${JSON.stringify(kind === 'ServiceAccount' ? `${name}/${namespace || this.namespace}` : name)}`;
  }
}

/** The subjects of a binding, each once. */
export function subjectsOf({ subjects, namespace }: GrantedBinding): BySubject<Subject> {
  const found: BySubject<Subject> = { users: new Map(), groups: new Map() };
  for (const subject of subjects) {
    const names = subject.kind === 'Group' ? found.groups : found.users;
    const name =
      subject.kind === 'ServiceAccount'
        ? `system:serviceaccount:${subject.namespace || namespace}:${subject.name}`
        : subject.name;
    if (!names.has(name)) names.set(name, subject);
  }
  return found;
}
