import { Field, Struct } from '../../../definition/decorators.js';
import { KindObject } from '../../../definition/kind-object.js';
import type { SubresourceKind } from '../../../definition/subresource-kind.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import { DeleteOptions } from '../../../meta/v1/request-options.js';

@Struct('policy.v1.Eviction', { typeMeta: true, since: 22, description: 'A request to evict a pod from its node.' })
export class Eviction extends KindObject {
  @Field(1, () => ObjectMeta, { since: 22 }) metadata: ObjectMeta;
  @Field(2, () => DeleteOptions, { pointer: true, since: 22, description: 'Options of the deletion.' })
  deleteOptions?: DeleteOptions;
}

/** Request body of a pod's `eviction` sub-resource; never stored (C-008). */
export const evictionKind: SubresourceKind = { type: Eviction, group: 'policy', version: 'v1', kind: 'Eviction' };
