import { Field, Struct } from '../../../definition/decorators.js';
import { listOf } from '../../../definition/field-type.js';
import { FieldSelectorRequirement } from '../../../meta/v1/field-selector-requirement.js';
import { LabelSelectorRequirement } from '../../../meta/v1/label-selector.js';

@Struct('authorization.v1.FieldSelectorAttributes', { since: 31 })
export class FieldSelectorAttributes {
  @Field(1, 'string', { since: 31 }) rawSelector?: string;
  @Field(2, listOf(() => FieldSelectorRequirement), { listType: 'atomic', since: 31 })
  requirements?: FieldSelectorRequirement[];
}

@Struct('authorization.v1.LabelSelectorAttributes', { since: 31 })
export class LabelSelectorAttributes {
  @Field(1, 'string', { since: 31 }) rawSelector?: string;
  @Field(2, listOf(() => LabelSelectorRequirement), { listType: 'atomic', since: 31 })
  requirements?: LabelSelectorRequirement[];
}

@Struct('authorization.v1.ResourceAttributes', { description: 'A request on a resource, as authorizers see it.' })
export class ResourceAttributes {
  @Field(1, 'string') namespace?: string;
  @Field(2, 'string') verb?: string;
  @Field(3, 'string') group?: string;
  @Field(4, 'string') version?: string;
  @Field(5, 'string') resource?: string;
  @Field(6, 'string') subresource?: string;
  @Field(7, 'string') name?: string;
  @Field(8, () => FieldSelectorAttributes, { pointer: true, since: 31 }) fieldSelector?: FieldSelectorAttributes;
  @Field(9, () => LabelSelectorAttributes, { pointer: true, since: 31 }) labelSelector?: LabelSelectorAttributes;
}

@Struct('authorization.v1.NonResourceAttributes', { description: 'A request for a non-resource path.' })
export class NonResourceAttributes {
  @Field(1, 'string') path?: string;
  @Field(2, 'string') verb?: string;
}
