import { Field, Struct } from '../../definition/decorators.js';

@Struct('core.v1.LocalObjectReference', { structType: 'atomic', description: 'An object in the same namespace.' })
export class LocalObjectReference {
  @Field(1, 'string', { default: '', documentedDefault: 'own', description: 'Name of the object.' }) name?: string;
}

@Struct('core.v1.ObjectReference', { structType: 'atomic', description: 'Any object.' })
export class ObjectReference {
  @Field(1, 'string', { description: 'Kind of the object.' }) kind?: string;
  @Field(2, 'string', { description: 'Namespace of the object.' }) namespace?: string;
  @Field(3, 'string', { description: 'Name of the object.' }) name?: string;
  @Field(4, 'string', { goType: 'types.UID', description: 'UID of the object.' }) uid?: string;
  @Field(5, 'string', { description: 'Group and version of the object.' }) apiVersion?: string;
  @Field(6, 'string', { description: 'Resource version of the object.' }) resourceVersion?: string;
  @Field(7, 'string', { description: 'Part of the object: `spec.containers{web}`.' }) fieldPath?: string;
}

@Struct('core.v1.TypedLocalObjectReference', {
  structType: 'atomic',
  description: 'An object of a given kind in the same namespace.',
})
export class TypedLocalObjectReference {
  @Field(1, 'string', { pointer: true, zeroIsShown: true, description: 'Group of the kind. Absent: the core group.' })
  apiGroup?: string | null;
  @Field(2, 'string', { required: true, description: 'Kind of the object.' }) kind: string;
  @Field(3, 'string', { required: true, description: 'Name of the object.' }) name: string;
}

@Struct('core.v1.TypedObjectReference', { since: 26, description: 'An object of a given kind.' })
export class TypedObjectReference {
  @Field(1, 'string', {
    pointer: true,
    zeroIsShown: true,
    since: 26,
    description: 'Group of the kind. Absent: the core group.',
  })
  apiGroup?: string | null;
  @Field(2, 'string', { required: true, since: 26, description: 'Kind of the object.' }) kind: string;
  @Field(3, 'string', { required: true, since: 26, description: 'Name of the object.' }) name: string;
  @Field(4, 'string', {
    pointer: true,
    featureGate: 'CrossNamespaceVolumeDataSource',
    droppedBy: 'strategy',
    since: 26,
    description: 'Namespace of the object. Default: the same namespace. Another one needs a ReferenceGrant there.',
  })
  namespace?: string;
}

@Struct('core.v1.SecretReference', { structType: 'atomic', description: 'A Secret in any namespace.' })
export class SecretReference {
  @Field(1, 'string', { description: 'Name of the Secret, unique in its namespace.' }) name?: string;
  @Field(2, 'string', { description: 'Namespace of the Secret.' }) namespace?: string;
}
