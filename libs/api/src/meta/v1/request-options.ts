import { Field, Struct } from '../../definition/decorators.js';
import { enumOf, listOf } from '../../definition/field-type.js';
import { KindObject } from '../../definition/kind-object.js';

@Struct('meta.v1.Preconditions')
export class Preconditions {
  @Field(1, 'string', { goType: 'types.UID', pointer: true }) uid?: string;
  @Field(2, 'string', { pointer: true }) resourceVersion?: string;
}

@Struct('meta.v1.DeleteOptions', { typeMeta: true, description: 'Options of a deletion.' })
export class DeleteOptions extends KindObject {
  @Field(1, 'int64', { pointer: true }) gracePeriodSeconds?: number;
  @Field(2, () => Preconditions, { pointer: true }) preconditions?: Preconditions;
  @Field(3, 'bool', { pointer: true }) orphanDependents?: boolean;
  @Field(4, enumOf('Orphan', 'Background', 'Foreground'), { goType: 'v1.DeletionPropagation', pointer: true })
  propagationPolicy?: string;
  @Field(5, listOf('string'), { listType: 'atomic' }) dryRun?: string[];
  @Field(6, 'bool', { pointer: true, since: 32 }) ignoreStoreReadErrorWithClusterBreakingPotential?: boolean;
}

@Struct('meta.v1.CreateOptions', { typeMeta: true })
export class CreateOptions extends KindObject {
  @Field(1, listOf('string'), { listType: 'atomic' }) dryRun?: string[];
  @Field(3, 'string') fieldManager?: string;
  @Field(4, 'string', { since: 23 }) fieldValidation?: string;
}

@Struct('meta.v1.UpdateOptions', { typeMeta: true })
export class UpdateOptions extends KindObject {
  @Field(1, listOf('string'), { listType: 'atomic' }) dryRun?: string[];
  @Field(2, 'string') fieldManager?: string;
  @Field(3, 'string', { since: 23 }) fieldValidation?: string;
}

@Struct('meta.v1.PatchOptions', { typeMeta: true })
export class PatchOptions extends KindObject {
  @Field(1, listOf('string'), { listType: 'atomic' }) dryRun?: string[];
  @Field(2, 'bool', { pointer: true }) force?: boolean;
  @Field(3, 'string') fieldManager?: string;
  @Field(4, 'string', { since: 23 }) fieldValidation?: string;
}

@Struct('meta.v1.GetOptions', { typeMeta: true })
export class GetOptions extends KindObject {
  @Field(1, 'string') resourceVersion?: string;
}

@Struct('meta.v1.ListOptions', { typeMeta: true })
export class ListOptions extends KindObject {
  @Field(1, 'string') labelSelector?: string;
  @Field(2, 'string') fieldSelector?: string;
  @Field(3, 'bool') watch?: boolean;
  @Field(9, 'bool') allowWatchBookmarks?: boolean;
  @Field(4, 'string') resourceVersion?: string;
  @Field(10, enumOf('NotOlderThan', 'Exact'), { goType: 'v1.ResourceVersionMatch' }) resourceVersionMatch?: string;
  @Field(5, 'int64', { pointer: true }) timeoutSeconds?: number;
  @Field(7, 'int64') limit?: number;
  @Field(8, 'string') continue?: string;
  @Field(11, 'bool', { pointer: true, since: 27 }) sendInitialEvents?: boolean;
  @Field(15, 'string', { featureGate: 'ShardedListAndWatch', since: 36 }) shardSelector?: string;
}
