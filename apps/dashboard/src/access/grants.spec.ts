import type { ApiObject } from '../api/object';
import { type AccessRules, grantsOf } from './grants';

const object = (name: string, namespace: string | undefined, rest: object): ApiObject => ({
  metadata: { name, ...(namespace !== undefined && { namespace }) },
  ...rest,
});
const rule = (verbs: readonly string[], resources: readonly string[], resourceNames?: readonly string[]): object => ({
  verbs,
  apiGroups: [''],
  resources,
  ...(resourceNames && { resourceNames }),
});
const subject = (kind: string, name: string, namespace?: string): object => ({ kind, name, namespace });
const bound = (kind: string, name: string, ...subjects: readonly object[]): object => ({
  roleRef: { kind, name },
  subjects,
});

const rules: AccessRules = {
  roles: [
    object('reader', 'a', { rules: [rule(['get', 'list'], ['secrets'])] }),
    object('reader', 'b', { rules: [rule(['get'], ['configmaps'])] }),
    object('one', 'a', { rules: [rule(['get'], ['secrets'], ['tls'])] }),
  ],
  clusterRoles: [
    object('admin', undefined, { rules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }] }),
    object('reader', undefined, { rules: [rule(['get'], ['pods'])] }),
  ],
  roleBindings: [
    object('readers', 'a', bound('Role', 'reader', subject('User', 'kim'), subject('ServiceAccount', 'app', 'a'))),
    object('readers', 'b', bound('Role', 'reader', subject('User', 'lee'))),
    object('one', 'a', bound('Role', 'one', subject('Group', 'operators'))),
    object('admins', 'a', bound('ClusterRole', 'admin', subject('Group', 'team'))),
    object('same-name', 'a', bound('ClusterRole', 'reader', subject('User', 'sam'))),
    object('dangling', 'a', bound('Role', 'gone', subject('User', 'pat'))),
  ],
  clusterRoleBindings: [object('root', undefined, bound('ClusterRole', 'admin', subject('Group', 'masters')))],
};

const answer = (verbs: readonly string[], resource: string): string[] =>
  grantsOf({ verbs, group: '', resource }, rules).map(
    (grant) =>
      `${grant.subject.kind} ${grant.subject.name}: ${grant.verbs.join()}${grant.names.length > 0 ? ` of ${grant.names.join()}` : ''} by ${grant.binding.namespace}/${grant.binding.name}`,
  );

describe('who may', () => {
  test('read secrets: by roles and cluster roles of their own names, in all and in named objects', () => {
    expect(answer(['get', 'list', 'watch'], 'secrets')).toEqual([
      'User kim: get,list by a/readers',
      'ServiceAccount app: get,list by a/readers',
      'Group operators: get of tls by a/one',
      'Group team: get,list,watch by a/admins',
      'Group masters: get,list,watch by /root',
    ]);
  });

  test('a subresource is a resource of its own', () => {
    expect(answer(['get'], 'secrets/status')).toEqual(['Group team: get by a/admins', 'Group masters: get by /root']);
  });
});
