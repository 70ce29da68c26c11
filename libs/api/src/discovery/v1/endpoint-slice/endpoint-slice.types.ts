import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import { Endpoint } from './endpoint.js';

@Struct('discovery.v1.EndpointPort', { structType: 'atomic' })
export class EndpointPort {
  @Field(1, 'string', { pointer: true, default: '' }) name?: string;
  @Field(2, enumOf('TCP', 'UDP', 'SCTP'), { goType: 'v1.Protocol', pointer: true, default: 'TCP' }) protocol?: string;
  @Field(3, 'int32', { pointer: true, description: 'Absent means all ports.' }) port?: number;
  @Field(4, 'string', { pointer: true }) appProtocol?: string;
}

@Struct('discovery.v1.EndpointSlice', {
  typeMeta: true,
  description: 'A part of the endpoints of a service, all of one type of address.',
})
export class EndpointSlice extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(4, 'string', { goType: 'v1.AddressType', required: true }) addressType: string;
  @Field(2, listOf(() => Endpoint), { listType: 'atomic' }) endpoints?: Endpoint[];
  @Field(3, listOf(() => EndpointPort), { listType: 'atomic' }) ports?: EndpointPort[];
}
