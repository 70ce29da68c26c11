import { ObjectReference } from '../../../core/v1/references.js';
import { Field, Struct } from '../../../definition/decorators.js';
import { listOf, mapOf } from '../../../definition/field-type.js';

@Struct('discovery.v1.EndpointConditions')
export class EndpointConditions {
  @Field(1, 'bool', { pointer: true }) ready?: boolean;
  @Field(2, 'bool', { pointer: true }) serving?: boolean;
  @Field(3, 'bool', { pointer: true }) terminating?: boolean;
}

@Struct('discovery.v1.ForZone')
export class ForZone {
  @Field(1, 'string', { required: true }) name: string;
}

@Struct('discovery.v1.ForNode', { since: 33 })
export class ForNode {
  @Field(1, 'string', { required: true, since: 33 }) name: string;
}

@Struct('discovery.v1.EndpointHints')
export class EndpointHints {
  @Field(1, listOf(() => ForZone), { listType: 'atomic' }) forZones?: ForZone[];
  @Field(2, listOf(() => ForNode), { listType: 'atomic', since: 33 }) forNodes?: ForNode[];
}

@Struct('discovery.v1.Endpoint')
export class Endpoint {
  @Field(1, listOf('string'), { required: true, listType: 'set' }) addresses: string[];
  @Field(2, () => EndpointConditions) conditions?: EndpointConditions;
  @Field(3, 'string', { pointer: true }) hostname?: string;
  @Field(4, () => ObjectReference, { pointer: true }) targetRef?: ObjectReference;
  @Field(5, mapOf('string'), { description: 'Topology as older versions wrote it. Read only.' })
  deprecatedTopology?: Record<string, string>;
  @Field(6, 'string', { pointer: true }) nodeName?: string;
  @Field(7, 'string', { pointer: true }) zone?: string;
  @Field(8, () => EndpointHints, { pointer: true }) hints?: EndpointHints;
}
