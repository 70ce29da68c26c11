import { Field, Struct } from '../../definition/decorators.js';

@Struct('meta.v1.ShardInfo', { since: 36 })
export class ShardInfo {
  @Field(1, 'string', { required: true, since: 36 }) selector: string;
}

@Struct('meta.v1.ListMeta', { description: 'Metadata of every list: its revision, and the continue token.' })
export class ListMeta {
  @Field(1, 'string') selfLink?: string;
  @Field(2, 'string') resourceVersion?: string;
  @Field(3, 'string') continue?: string;
  @Field(4, 'int64', { pointer: true }) remainingItemCount?: number;
  @Field(5, () => ShardInfo, { pointer: true, featureGate: 'ShardedListAndWatch', since: 36 }) shardInfo?: ShardInfo;
}
