import { Field, Struct } from '../../definition/decorators.js';
import { listOf, mapOf } from '../../definition/field-type.js';

@Struct('authentication.v1.UserInfo', { description: 'The authenticated user of a request.' })
export class UserInfo {
  @Field(1, 'string', { description: 'Name of the user.' }) username?: string;
  @Field(2, 'string', { description: 'Identifier that distinguishes users of the same name over time.' }) uid?: string;
  @Field(3, listOf('string'), { listType: 'atomic', description: 'Groups of the user.' }) groups?: string[];
  @Field(4, mapOf(listOf('string')), { goType: 'map[string]v1.ExtraValue', description: 'Further attributes, by key.' })
  extra?: Record<string, string[]>;
}
