import { Field, Struct } from '../../definition/decorators.js';

@Struct('meta.v1.GroupResource', { description: 'A resource of any version.' })
export class GroupResource {
  @Field(1, 'string', { required: true, description: 'API group. Empty: core.' }) group: string;
  @Field(2, 'string', { required: true, description: 'Plural name.' }) resource: string;
}
