import { type ApiObject, listAt, textAt } from '../../api/object';

/** One subject that has a role, and by which binding. */
export interface BoundSubject {
  /** `ServiceAccount payments/app`, `User kim`. */
  readonly subject: string;
  /** Where the role holds; '' in all namespaces. */
  readonly namespace: string;
  readonly binding: ApiObject;
}

/** The subjects of bindings that refer to a role. @param namespace that of a Role; '' for a ClusterRole. */
export function boundSubjects(name: string, namespace: string, bindings: readonly ApiObject[]): BoundSubject[] {
  const kind = namespace === '' ? 'ClusterRole' : 'Role';
  return bindings
    .filter(
      (binding) =>
        textAt(binding, 'roleRef', 'kind') === kind &&
        textAt(binding, 'roleRef', 'name') === name &&
        (namespace === '' || binding.metadata.namespace === namespace),
    )
    .flatMap((binding) =>
      listAt(binding, 'subjects').map((subject) => ({
        subject: subjectText(subject),
        namespace: binding.metadata.namespace ?? '',
        binding,
      })),
    );
}

function subjectText(subject: unknown): string {
  const [kind, name, namespace] = [textAt(subject, 'kind'), textAt(subject, 'name'), textAt(subject, 'namespace')];
  return `${kind} ${namespace === '' ? '' : `${namespace}/`}${name}`;
}
