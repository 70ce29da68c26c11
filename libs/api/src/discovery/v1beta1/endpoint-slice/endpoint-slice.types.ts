import { ObjectReference } from '../../../core/v1/references.js';
import { Field, Struct } from '../../../definition/decorators.js';
import { enumOf, listOf, mapOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import {
  EndpointConditions as DescribedEndpointConditions,
  ForZone as DescribedForZone,
  ForNode as DescribedForNode,
  EndpointHints as DescribedEndpointHints,
  Endpoint as DescribedEndpoint,
} from '../../v1/endpoint-slice/endpoint.js';
import {
  EndpointPort as DescribedEndpointPort,
  EndpointSlice as DescribedEndpointSlice,
} from '../../v1/endpoint-slice/endpoint-slice.types.js';

@Struct('discovery.v1beta1.EndpointConditions', { describedAs: () => DescribedEndpointConditions })
export class EndpointConditions {
  @Field(1, 'bool', { pointer: true }) ready?: boolean;
  @Field(2, 'bool', { pointer: true }) serving?: boolean;
  @Field(3, 'bool', { pointer: true }) terminating?: boolean;
}

@Struct('discovery.v1beta1.ForZone', { describedAs: () => DescribedForZone })
export class ForZone {
  @Field(1, 'string', { required: true }) name: string;
}

@Struct('discovery.v1beta1.ForNode', { since: 33, describedAs: () => DescribedForNode })
export class ForNode {
  @Field(1, 'string', { required: true, since: 33 }) name: string;
}

@Struct('discovery.v1beta1.EndpointHints', { describedAs: () => DescribedEndpointHints })
export class EndpointHints {
  @Field(1, listOf(() => ForZone), { listType: 'atomic' }) forZones?: ForZone[];
  @Field(2, listOf(() => ForNode), { listType: 'atomic', since: 33, featureGate: 'PreferSameTrafficDistribution' })
  forNodes?: ForNode[];
}

@Struct('discovery.v1beta1.Endpoint', { describedAs: () => DescribedEndpoint })
export class Endpoint {
  @Field(1, listOf('string'), { required: true, listType: 'set' }) addresses: string[] | null;
  @Field(2, () => EndpointConditions) conditions?: EndpointConditions;
  @Field(3, 'string', { pointer: true }) hostname?: string;
  @Field(4, () => ObjectReference, { pointer: true }) targetRef?: ObjectReference;
  @Field(5, mapOf('string'), { description: 'Topology of the endpoint, from the labels of its node.' })
  topology?: Record<string, string>;
  @Field(6, 'string', { pointer: true }) nodeName?: string;
  @Field(7, () => EndpointHints, { pointer: true, featureGate: 'TopologyAwareHints' }) hints?: EndpointHints;
}

@Struct('discovery.v1beta1.EndpointPort', { describedAs: () => DescribedEndpointPort })
export class EndpointPort {
  @Field(1, 'string', { pointer: true, default: '' }) name?: string;
  @Field(2, enumOf('TCP', 'UDP', 'SCTP'), { goType: 'v1.Protocol', pointer: true, default: 'TCP' }) protocol?: string;
  @Field(3, 'int32', { pointer: true }) port?: number;
  @Field(4, 'string', { pointer: true }) appProtocol?: string;
}

@Struct('discovery.v1beta1.EndpointSlice', { typeMeta: true, describedAs: () => DescribedEndpointSlice })
export class EndpointSlice extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(4, 'string', { goType: 'v1beta1.AddressType', required: true }) addressType: string;
  @Field(2, listOf(() => Endpoint), { required: true, listType: 'atomic' }) endpoints: Endpoint[] | null;
  @Field(3, listOf(() => EndpointPort), { zeroIsShown: true, listType: 'atomic' }) ports?: EndpointPort[] | null;
}
