import { Field, Struct } from '../../definition/decorators.js';

/** A kind, named in full. */
@Struct('meta.v1.GroupVersionKind')
export class GroupVersionKind {
  @Field(1, 'string', { required: true }) group: string;
  @Field(2, 'string', { required: true }) version: string;
  @Field(3, 'string', { required: true }) kind: string;
}
