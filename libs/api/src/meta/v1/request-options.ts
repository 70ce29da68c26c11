import { Field, Struct } from '../../definition/decorators.js';
import { enumOf, listOf, openEnumOf } from '../../definition/field-type.js';
import { KindObject } from '../../definition/kind-object.js';

@Struct('meta.v1.Preconditions', { description: 'Conditions on the object that a write or deletion requires.' })
export class Preconditions {
  @Field(1, 'string', { goType: 'types.UID', pointer: true, description: 'UID that the object must have.' })
  uid?: string;
  @Field(2, 'string', { pointer: true, description: 'Resource version that the object must have.' })
  resourceVersion?: string;
}

@Struct('meta.v1.DeleteOptions', { typeMeta: true, description: 'Options of a deletion.' })
export class DeleteOptions extends KindObject {
  @Field(1, 'int64', {
    pointer: true,
    description: 'Seconds before the object is deleted; 0 deletes immediately. Default: that of the object.',
  })
  gracePeriodSeconds?: number;
  @Field(2, () => Preconditions, {
    pointer: true,
    description: 'Conditions that must hold before the deletion; otherwise it fails with a conflict.',
  })
  preconditions?: Preconditions;
  @Field(3, 'bool', { pointer: true, description: 'Deprecated: use `propagationPolicy`. Whether dependents are kept.' })
  orphanDependents?: boolean;
  @Field(4, openEnumOf('Orphan', 'Background', 'Foreground'), {
    goType: 'v1.DeletionPropagation',
    pointer: true,
    description:
      'Garbage collection of dependents: Orphan keeps them, Background deletes them after the object, Foreground before it. Default depends on the kind.',
  })
  propagationPolicy?: string;
  @Field(5, listOf('string'), {
    listType: 'atomic',
    description: '`All` runs all stages of the request, but persists nothing.',
  })
  dryRun?: string[];
  @Field(6, 'bool', {
    pointer: true,
    since: 32,
    description: 'Deletes an object that cannot be read from the store. Has no effect on this server.',
  })
  ignoreStoreReadErrorWithClusterBreakingPotential?: boolean;
}

@Struct('meta.v1.CreateOptions', { typeMeta: true, description: 'Options of a create.' })
export class CreateOptions extends KindObject {
  @Field(1, listOf('string'), {
    listType: 'atomic',
    description: '`All` runs all stages of the request, but persists nothing.',
  })
  dryRun?: string[];
  @Field(3, 'string', {
    description: 'Name of the writer in `metadata.managedFields`. Default: the user agent up to the first slash.',
  })
  fieldManager?: string;
  @Field(4, 'string', {
    since: 23,
    description:
      'Unknown and duplicate fields are ignored (Ignore), reported in a warning (Warn, the default) or refused (Strict).',
  })
  fieldValidation?: string;
}

@Struct('meta.v1.UpdateOptions', {
  typeMeta: true,
  description: 'Options of an update.',
  describedAs: () => CreateOptions,
})
export class UpdateOptions extends KindObject {
  @Field(1, listOf('string'), { listType: 'atomic' }) dryRun?: string[];
  @Field(2, 'string') fieldManager?: string;
  @Field(3, 'string', { since: 23 }) fieldValidation?: string;
}

@Struct('meta.v1.PatchOptions', {
  typeMeta: true,
  description: 'Options of a patch.',
  describedAs: () => CreateOptions,
})
export class PatchOptions extends KindObject {
  @Field(1, listOf('string'), { listType: 'atomic' }) dryRun?: string[];
  @Field(2, 'bool', {
    pointer: true,
    description: 'Whether an apply takes over fields that other managers own. Only for apply.',
  })
  force?: boolean;
  @Field(3, 'string') fieldManager?: string;
  @Field(4, 'string', { since: 23 }) fieldValidation?: string;
}

@Struct('meta.v1.GetOptions', { typeMeta: true, description: 'Options of a read.' })
export class GetOptions extends KindObject {
  @Field(1, 'string', { description: 'The object is at least as new as this revision; `0` accepts any.' })
  resourceVersion?: string;
}

@Struct('meta.v1.ListOptions', { typeMeta: true, description: 'Options of a list or watch.' })
export class ListOptions extends KindObject {
  @Field(1, 'string', { description: 'Restricts the objects by their labels.' }) labelSelector?: string;
  @Field(2, 'string', { description: 'Restricts the objects by their fields.' }) fieldSelector?: string;
  @Field(3, 'bool', { description: 'Sends changes as a stream of events instead of the list.' }) watch?: boolean;
  @Field(9, 'bool', { description: 'Allows events of type BOOKMARK, which carry only a resource version.' })
  allowWatchBookmarks?: boolean;
  @Field(4, 'string', {
    description:
      'Revision of the list, as `resourceVersionMatch` applies it; or the revision after which a watch starts.',
  })
  resourceVersion?: string;
  @Field(10, enumOf('NotOlderThan', 'Exact'), {
    goType: 'v1.ResourceVersionMatch',
    description: 'How `resourceVersion` applies to a list: NotOlderThan or Exact.',
  })
  resourceVersionMatch?: string;
  @Field(5, 'int64', { pointer: true, description: 'Time limit of the list or watch, in seconds.' })
  timeoutSeconds?: number;
  @Field(7, 'int64', { description: 'Maximum number of objects; the rest follows with the continue token. 0: all.' })
  limit?: number;
  @Field(8, 'string', { description: 'Token of the previous page.' }) continue?: string;
  @Field(11, 'bool', {
    pointer: true,
    since: 27,
    description: 'The watch begins with an event for each current object, then a bookmark.',
  })
  sendInitialEvents?: boolean;
  @Field(15, 'string', {
    featureGate: 'ShardedListAndWatch',
    since: 36,
    description: 'Restricts the objects to a part of the collection.',
  })
  shardSelector?: string;
}
