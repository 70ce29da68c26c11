import { ObjectReference } from '../../../core/v1/references.js';
import { Field, Struct } from '../../../definition/decorators.js';
import { listOf, mapOf } from '../../../definition/field-type.js';

@Struct('discovery.v1.EndpointConditions', { description: 'State of an endpoint.' })
export class EndpointConditions {
  @Field(1, 'bool', {
    pointer: true,
    description:
      'Whether the endpoint receives traffic. Absent: unknown, treated as true. Usually: serving and not terminating.',
  })
  ready?: boolean;
  @Field(2, 'bool', {
    pointer: true,
    description: 'Whether the endpoint can answer, also while it terminates. Absent: as `ready`.',
  })
  serving?: boolean;
  @Field(3, 'bool', { pointer: true, description: 'Whether the endpoint terminates. Absent: false.' })
  terminating?: boolean;
}

@Struct('discovery.v1.ForZone', { description: 'A zone whose clients use an endpoint.' })
export class ForZone {
  @Field(1, 'string', { required: true, description: 'Name of the zone.' }) name: string;
}

@Struct('discovery.v1.ForNode', { since: 33, description: 'A node whose clients use an endpoint.' })
export class ForNode {
  @Field(1, 'string', { required: true, since: 33, description: 'Name of the node.' }) name: string;
}

@Struct('discovery.v1.EndpointHints', { description: 'Which clients should use an endpoint.' })
export class EndpointHints {
  @Field(1, listOf(() => ForZone), { listType: 'atomic', description: 'Zones whose clients should use it, at most 8.' })
  forZones?: ForZone[];
  @Field(2, listOf(() => ForNode), {
    listType: 'atomic',
    since: 33,
    featureGate: 'PreferSameTrafficDistribution',
    description: 'Nodes whose clients should use it, at most 8.',
  })
  forNodes?: ForNode[];
}

@Struct('discovery.v1.Endpoint', { description: 'An address of a service, usually a pod.' })
export class Endpoint {
  @Field(1, listOf('string'), {
    required: true,
    listType: 'set',
    description: 'Addresses of the endpoint, 1 to 100. Proxies use the first.',
  })
  addresses: string[] | null;
  @Field(2, () => EndpointConditions, { description: 'State of the endpoint.' }) conditions?: EndpointConditions;
  @Field(3, 'string', { pointer: true, description: 'Host name of the endpoint in the DNS of the service.' })
  hostname?: string;
  @Field(4, () => ObjectReference, { pointer: true, description: 'Object that has the address: a Pod.' })
  targetRef?: ObjectReference;
  @Field(5, mapOf('string'), { description: 'Topology as older versions wrote it. Read only.' })
  deprecatedTopology?: Record<string, string>;
  @Field(6, 'string', { pointer: true, description: 'Node of the endpoint.' }) nodeName?: string;
  @Field(7, 'string', { pointer: true, description: 'Zone of the endpoint.' }) zone?: string;
  @Field(8, () => EndpointHints, { pointer: true, description: 'Which clients should use the endpoint.' })
  hints?: EndpointHints;
}
