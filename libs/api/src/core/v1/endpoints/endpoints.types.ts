import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import { ObjectReference } from '../references.js';

@Struct('core.v1.EndpointAddress', { structType: 'atomic', description: 'An address of a service.' })
export class EndpointAddress {
  @Field(1, 'string', {
    required: true,
    description: 'IP address. Loopback, link-local and multicast addresses are not allowed.',
  })
  ip: string;
  @Field(3, 'string', { description: 'Host name of the address in the DNS of the service.' }) hostname?: string;
  @Field(4, 'string', { pointer: true, description: 'Node of the address, for topology-aware routing.' })
  nodeName?: string;
  @Field(2, () => ObjectReference, { pointer: true, description: 'Object that has the address: a Pod.' })
  targetRef?: ObjectReference;
}

@Struct('core.v1.EndpointPort', { structType: 'atomic', description: "A port of a service's addresses." })
export class EndpointPort {
  @Field(1, 'string', { description: 'Required with several ports.' }) name?: string;
  @Field(2, 'int32', { required: true, description: 'Port number.' }) port: number;
  @Field(3, enumOf('TCP', 'UDP', 'SCTP'), {
    goType: 'v1.Protocol',
    default: 'TCP',
    description: 'TCP, UDP or SCTP. Default: TCP.',
  })
  protocol?: string;
  @Field(4, 'string', {
    pointer: true,
    description: 'Protocol of the application, for proxies: an IANA service name or `DOMAIN/NAME`.',
  })
  appProtocol?: string;
}

@Struct('core.v1.EndpointSubset', { description: 'Addresses with the same ports. Each address has each port.' })
export class EndpointSubset {
  @Field(1, listOf(() => EndpointAddress), { listType: 'atomic', description: 'Addresses that are ready.' })
  addresses?: EndpointAddress[];
  @Field(2, listOf(() => EndpointAddress), { listType: 'atomic', description: 'Addresses that are not ready.' })
  notReadyAddresses?: EndpointAddress[];
  @Field(3, listOf(() => EndpointPort), { listType: 'atomic', description: 'Ports of the addresses.' })
  ports?: EndpointPort[];
}

@Struct('core.v1.Endpoints', {
  typeMeta: true,
  description: 'Addresses and ports of the pods of the service with the same name.',
})
export class Endpoints extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, listOf(() => EndpointSubset), { listType: 'atomic', description: 'The addresses, by common ports.' })
  subsets?: EndpointSubset[];
}
