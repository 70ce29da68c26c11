import { Field, Struct } from '../../definition/decorators.js';

/** A kind, named in full. */
@Struct('meta.v1.GroupVersionKind', { description: 'A kind, named in full.' })
export class GroupVersionKind {
  @Field(1, 'string', { required: true, description: 'API group; empty for the core group.' }) group: string;
  @Field(2, 'string', { required: true, description: 'API version.' }) version: string;
  @Field(3, 'string', { required: true, description: 'Name of the kind in CamelCase.' }) kind: string;
}
