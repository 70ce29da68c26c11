import { Field, Struct } from '../../definition/decorators.js';

@Struct('core.v1.LocalObjectReference', { structType: 'atomic' })
export class LocalObjectReference {
  @Field(1, 'string', { default: '' }) name?: string;
}

@Struct('core.v1.ObjectReference', { structType: 'atomic' })
export class ObjectReference {
  @Field(1, 'string') kind?: string;
  @Field(2, 'string') namespace?: string;
  @Field(3, 'string') name?: string;
  @Field(4, 'string', { goType: 'types.UID' }) uid?: string;
  @Field(5, 'string') apiVersion?: string;
  @Field(6, 'string') resourceVersion?: string;
  @Field(7, 'string') fieldPath?: string;
}

@Struct('core.v1.TypedLocalObjectReference', { structType: 'atomic' })
export class TypedLocalObjectReference {
  @Field(1, 'string', { pointer: true }) apiGroup?: string;
  @Field(2, 'string', { required: true }) kind: string;
  @Field(3, 'string', { required: true }) name: string;
}

@Struct('core.v1.TypedObjectReference', { since: 26 })
export class TypedObjectReference {
  @Field(1, 'string', { pointer: true, since: 26 }) apiGroup?: string;
  @Field(2, 'string', { required: true, since: 26 }) kind: string;
  @Field(3, 'string', { required: true, since: 26 }) name: string;
  @Field(4, 'string', {
    pointer: true,
    featureGate: 'CrossNamespaceVolumeDataSource',
    droppedBy: 'strategy',
    since: 26,
  })
  namespace?: string;
}

@Struct('core.v1.SecretReference', { structType: 'atomic' })
export class SecretReference {
  @Field(1, 'string') name?: string;
  @Field(2, 'string') namespace?: string;
}
