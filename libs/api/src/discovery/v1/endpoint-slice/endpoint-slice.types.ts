import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import { Endpoint } from './endpoint.js';

@Struct('discovery.v1.EndpointPort', { structType: 'atomic', description: 'A port of the endpoints of a slice.' })
export class EndpointPort {
  @Field(1, 'string', {
    pointer: true,
    default: '',
    description: 'Name of the port in the service, unique in the slice. May be empty.',
  })
  name?: string;
  @Field(2, enumOf('TCP', 'UDP', 'SCTP'), {
    goType: 'v1.Protocol',
    pointer: true,
    default: 'TCP',
    description: 'TCP, UDP or SCTP. Default: TCP.',
  })
  protocol?: string;
  @Field(3, 'int32', { pointer: true, description: 'Absent means all ports.' }) port?: number;
  @Field(4, 'string', {
    pointer: true,
    description: 'Protocol of the application, for proxies: an IANA service name or `DOMAIN/NAME`.',
  })
  appProtocol?: string;
}

@Struct('discovery.v1.EndpointSlice', {
  typeMeta: true,
  description: 'A part of the endpoints of a service, all of one type of address.',
})
export class EndpointSlice extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(4, enumOf('IPv4', 'IPv6', 'FQDN'), {
    goType: 'v1.AddressType',
    required: true,
    description: 'Type of all addresses: IPv4, IPv6 or FQDN (deprecated). Cannot be changed.',
  })
  addressType: string;
  @Field(2, listOf(() => Endpoint), {
    zeroIsShown: true,
    listType: 'atomic',
    documentedAsRequired: true,
    description: 'The endpoints, at most 1000.',
  })
  endpoints?: Endpoint[] | null;
  @Field(3, listOf(() => EndpointPort), {
    zeroIsShown: true,
    listType: 'atomic',
    description: 'Ports of each endpoint, at most 100. Empty: none.',
  })
  ports?: EndpointPort[] | null;
}
