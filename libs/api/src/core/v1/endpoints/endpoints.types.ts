import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import { ObjectReference } from '../references.js';

@Struct('core.v1.EndpointAddress', { structType: 'atomic' })
export class EndpointAddress {
  @Field(1, 'string', { required: true }) ip: string;
  @Field(3, 'string') hostname?: string;
  @Field(4, 'string', { pointer: true }) nodeName?: string;
  @Field(2, () => ObjectReference, { pointer: true }) targetRef?: ObjectReference;
}

@Struct('core.v1.EndpointPort', { structType: 'atomic' })
export class EndpointPort {
  @Field(1, 'string', { description: 'Required with several ports.' }) name?: string;
  @Field(2, 'int32', { required: true }) port: number;
  @Field(3, enumOf('TCP', 'UDP', 'SCTP'), { goType: 'v1.Protocol', default: 'TCP' }) protocol?: string;
  @Field(4, 'string', { pointer: true }) appProtocol?: string;
}

@Struct('core.v1.EndpointSubset')
export class EndpointSubset {
  @Field(1, listOf(() => EndpointAddress), { listType: 'atomic' }) addresses?: EndpointAddress[];
  @Field(2, listOf(() => EndpointAddress), { listType: 'atomic' }) notReadyAddresses?: EndpointAddress[];
  @Field(3, listOf(() => EndpointPort), { listType: 'atomic' }) ports?: EndpointPort[];
}

@Struct('core.v1.Endpoints', {
  typeMeta: true,
  description: 'Addresses and ports of the pods of the service with the same name.',
})
export class Endpoints extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, listOf(() => EndpointSubset), { listType: 'atomic' }) subsets?: EndpointSubset[];
}
