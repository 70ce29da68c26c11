import { Field, Struct } from '../../definition/decorators.js';
import { listOf } from '../../definition/field-type.js';
import { KindObject } from '../../definition/kind-object.js';
import { ListMeta } from './list-meta.js';

@Struct('meta.v1.StatusCause', { description: 'One cause of a failure.' })
export class StatusCause {
  @Field(1, 'string', { goType: 'v1.CauseType', description: 'Cause for programs.' }) reason?: string;
  @Field(2, 'string', { description: 'Cause for people.' }) message?: string;
  @Field(3, 'string', { description: 'Field of the object that caused the failure: `spec.containers[0].name`.' })
  field?: string;
}

@Struct('meta.v1.StatusDetails', { description: 'Object and causes of a failure.' })
export class StatusDetails {
  @Field(1, 'string', { description: 'Name of the object, where there is one.' }) name?: string;
  @Field(2, 'string', { description: 'API group of the resource.' }) group?: string;
  @Field(3, 'string', { description: 'Kind or resource of the object.' }) kind?: string;
  @Field(6, 'string', { goType: 'types.UID', description: 'UID of the object, where it is known.' }) uid?: string;
  @Field(4, listOf(() => StatusCause), { listType: 'atomic', description: 'Causes of the failure, in full.' })
  causes?: StatusCause[];
  @Field(5, 'int32', { description: 'Seconds after which the client may retry the request.' })
  retryAfterSeconds?: number;
}

@Struct('meta.v1.Status', { typeMeta: true, description: 'The answer of a request that gives no object.' })
export class Status extends KindObject {
  @Field(1, () => ListMeta, { description: 'Metadata of a list; usually empty.' }) metadata: ListMeta;
  @Field(2, 'string', { description: 'Success or Failure.' }) status?: string;
  @Field(3, 'string', { description: 'Explanation for people.' }) message?: string;
  @Field(4, 'string', {
    goType: 'v1.StatusReason',
    description: 'Cause for programs, such as NotFound or Conflict; empty if unknown.',
  })
  reason?: string;
  @Field(5, () => StatusDetails, {
    pointer: true,
    documentedListType: 'atomic',
    description: 'Object and causes; their content depends on the reason.',
  })
  details?: StatusDetails;
  @Field(6, 'int32', { description: 'Suggested HTTP status code.' }) code?: number;
}
