import { Field, Struct } from '../../definition/decorators.js';
import { listOf } from '../../definition/field-type.js';
import { KindObject } from '../../definition/kind-object.js';
import { ListMeta } from './list-meta.js';

@Struct('meta.v1.StatusCause')
export class StatusCause {
  @Field(1, 'string', { goType: 'v1.CauseType' }) reason?: string;
  @Field(2, 'string') message?: string;
  @Field(3, 'string') field?: string;
}

@Struct('meta.v1.StatusDetails')
export class StatusDetails {
  @Field(1, 'string') name?: string;
  @Field(2, 'string') group?: string;
  @Field(3, 'string') kind?: string;
  @Field(6, 'string', { goType: 'types.UID' }) uid?: string;
  @Field(4, listOf(() => StatusCause), { listType: 'atomic' }) causes?: StatusCause[];
  @Field(5, 'int32') retryAfterSeconds?: number;
}

@Struct('meta.v1.Status', { typeMeta: true, description: 'The answer of a request that gives no object.' })
export class Status extends KindObject {
  @Field(1, () => ListMeta) metadata: ListMeta;
  @Field(2, 'string') status?: string;
  @Field(3, 'string') message?: string;
  @Field(4, 'string', { goType: 'v1.StatusReason' }) reason?: string;
  @Field(5, () => StatusDetails, { pointer: true }) details?: StatusDetails;
  @Field(6, 'int32') code?: number;
}
