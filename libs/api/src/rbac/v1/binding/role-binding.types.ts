import { Field, Struct } from '../../../definition/decorators.js';
import { listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('rbac.v1.Subject', { structType: 'atomic', description: 'A user, a group, or a service account.' })
export class Subject {
  @Field(1, 'string', { required: true }) kind: string;
  @Field(2, 'string') apiGroup?: string;
  @Field(3, 'string', { required: true }) name: string;
  @Field(4, 'string') namespace?: string;
}

@Struct('rbac.v1.RoleRef', { structType: 'atomic', description: 'The role that is granted.' })
export class RoleRef {
  @Field(1, 'string') apiGroup?: string;
  @Field(2, 'string', { required: true }) kind: string;
  @Field(3, 'string', { required: true }) name: string;
}

@Struct('rbac.v1.RoleBinding', { typeMeta: true, description: 'Grants a role in one namespace.' })
export class RoleBinding extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, listOf(() => Subject), { listType: 'atomic' }) subjects?: Subject[];
  @Field(3, () => RoleRef, { required: true }) roleRef: RoleRef;
}

@Struct('rbac.v1.ClusterRoleBinding', { typeMeta: true, description: 'Grants a cluster role everywhere.' })
export class ClusterRoleBinding extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, listOf(() => Subject), { listType: 'atomic' }) subjects?: Subject[];
  @Field(3, () => RoleRef, { required: true }) roleRef: RoleRef;
}
