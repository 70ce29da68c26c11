import { Field, Struct } from '../../../definition/decorators.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('networking.v1.ParentReference', { since: 33, description: 'Object that uses an IP address.' })
export class ParentReference {
  @Field(1, 'string', { since: 33, description: 'Group of the resource.' }) group?: string;
  @Field(2, 'string', { since: 33, documentedAsRequired: true, description: 'Resource of the object.' })
  resource?: string;
  @Field(3, 'string', { since: 33, description: 'Namespace of the object.' }) namespace?: string;
  @Field(4, 'string', { since: 33, documentedAsRequired: true, description: 'Name of the object.' }) name?: string;
}

@Struct('networking.v1.IPAddressSpec', { since: 33, description: 'Properties of an IPAddress.' })
export class IPAddressSpec {
  @Field(1, () => ParentReference, {
    pointer: true,
    since: 33,
    documentedAsRequired: true,
    description: 'Object that uses the address.',
  })
  parentRef?: ParentReference;
}

@Struct('networking.v1.IPAddress', {
  typeMeta: true,
  since: 33,
  description: 'Records the owner of the IP address in its name.',
})
export class IPAddress extends KindObject {
  @Field(1, () => ObjectMeta, { since: 33 }) metadata: ObjectMeta;
  @Field(2, () => IPAddressSpec, { since: 33 }) spec?: IPAddressSpec;
}
