import { Field, Struct } from '../../../definition/decorators.js';
import { listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('rbac.v1.Subject', { structType: 'atomic', description: 'A user, a group, or a service account.' })
export class Subject {
  @Field(1, 'string', { required: true, description: 'User, Group or ServiceAccount.' }) kind: string;
  @Field(2, 'string', {
    description:
      'Group of the kind: empty for service accounts, otherwise that of roles. Default: as the kind requires.',
  })
  apiGroup?: string;
  @Field(3, 'string', { required: true, description: 'Name of the user, group or service account.' }) name: string;
  @Field(4, 'string', { description: 'Namespace of the service account. Empty for users and groups.' })
  namespace?: string;
}

@Struct('rbac.v1.RoleRef', { structType: 'atomic', description: 'The role that is granted.' })
export class RoleRef {
  @Field(1, 'string', { zeroIsShown: true, documentedAsRequired: true, description: 'Group of the role.' })
  apiGroup?: string;
  @Field(2, 'string', { required: true, description: 'Role or ClusterRole.' }) kind: string;
  @Field(3, 'string', { required: true, description: 'Name of the role.' }) name: string;
}

@Struct('rbac.v1.RoleBinding', { typeMeta: true, description: 'Grants a role in one namespace.' })
export class RoleBinding extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, listOf(() => Subject), {
    listType: 'atomic',
    description: 'Users, groups and service accounts that get the rights.',
  })
  subjects?: Subject[];
  @Field(3, () => RoleRef, {
    required: true,
    description: 'Role with the rights, in the same namespace, or ClusterRole. Cannot be changed.',
  })
  roleRef: RoleRef;
}

@Struct('rbac.v1.ClusterRoleBinding', { typeMeta: true, description: 'Grants a cluster role everywhere.' })
export class ClusterRoleBinding extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, listOf(() => Subject), {
    listType: 'atomic',
    description: 'Users, groups and service accounts that get the rights.',
  })
  subjects?: Subject[];
  @Field(3, () => RoleRef, { required: true, description: 'ClusterRole with the rights. Cannot be changed.' })
  roleRef: RoleRef;
}
