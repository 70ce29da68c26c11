import { Field, Struct } from '../../definition/decorators.js';

@Struct('meta.v1.ShardInfo', { since: 36, description: 'The part of a collection that a list contains.' })
export class ShardInfo {
  @Field(1, 'string', { required: true, since: 36, description: 'Selector of the part, as the client requested it.' })
  selector: string;
}

@Struct('meta.v1.ListMeta', { description: 'Metadata of every list: its revision, and the continue token.' })
export class ListMeta {
  @Field(1, 'string', { description: 'Deprecated and always empty.' }) selfLink?: string;
  @Field(2, 'string', {
    description: 'Revision of the collection. A watch that starts from it continues the list without gaps. Opaque.',
  })
  resourceVersion?: string;
  @Field(3, 'string', {
    description: 'Token for the next page; empty on the last one. The next request must have the same parameters.',
  })
  continue?: string;
  @Field(4, 'int64', {
    pointer: true,
    description: 'Number of objects after this page. Absent when unknown, as in lists with a selector.',
  })
  remainingItemCount?: number;
  @Field(5, () => ShardInfo, {
    pointer: true,
    featureGate: 'ShardedListAndWatch',
    since: 36,
    description: 'The part of the collection that was listed; absent for a list of the whole.',
  })
  shardInfo?: ShardInfo;
}
