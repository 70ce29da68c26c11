import { Field, Struct } from '../../definition/decorators.js';
import { listOf, mapOf } from '../../definition/field-type.js';

@Struct('authentication.v1.UserInfo', { description: 'The authenticated user of a request.' })
export class UserInfo {
  @Field(1, 'string') username?: string;
  @Field(2, 'string') uid?: string;
  @Field(3, listOf('string'), { listType: 'atomic' }) groups?: string[];
  @Field(4, mapOf(listOf('string')), { goType: 'map[string]v1.ExtraValue' }) extra?: Record<string, string[]>;
}
