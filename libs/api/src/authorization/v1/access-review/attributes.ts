import { Field, Struct } from '../../../definition/decorators.js';
import { listOf } from '../../../definition/field-type.js';
import { FieldSelectorRequirement } from '../../../meta/v1/field-selector-requirement.js';
import { LabelSelectorRequirement } from '../../../meta/v1/label-selector.js';

@Struct('authorization.v1.FieldSelectorAttributes', {
  since: 31,
  description: 'A restriction of a request by fields. Exactly one is set.',
})
export class FieldSelectorAttributes {
  @Field(1, 'string', { since: 31, description: 'Field selector as text, as in the URL.' }) rawSelector?: string;
  @Field(2, listOf(() => FieldSelectorRequirement), {
    listType: 'atomic',
    since: 31,
    description: 'Parsed conditions, all of which must hold.',
  })
  requirements?: FieldSelectorRequirement[];
}

@Struct('authorization.v1.LabelSelectorAttributes', {
  since: 31,
  description: 'A restriction of a request by labels. Exactly one is set.',
})
export class LabelSelectorAttributes {
  @Field(1, 'string', { since: 31, description: 'Label selector as text, as in the URL.' }) rawSelector?: string;
  @Field(2, listOf(() => LabelSelectorRequirement), {
    listType: 'atomic',
    since: 31,
    description: 'Parsed conditions, all of which must hold.',
  })
  requirements?: LabelSelectorRequirement[];
}

@Struct('authorization.v1.ResourceAttributes', { description: 'A request on a resource, as authorizers see it.' })
export class ResourceAttributes {
  @Field(1, 'string', { description: 'Namespace of the request. Empty: cluster scope, or all namespaces.' })
  namespace?: string;
  @Field(2, 'string', {
    description: 'Verb of the API: get, list, watch, create, update, patch, delete, deletecollection; `*` is all.',
  })
  verb?: string;
  @Field(3, 'string', { description: 'Group of the resource; `*` is all.' }) group?: string;
  @Field(4, 'string', { description: 'Version of the resource; `*` is all.' }) version?: string;
  @Field(5, 'string', { description: 'Resource; `*` is all.' }) resource?: string;
  @Field(6, 'string', { description: 'Sub-resource. Empty: none.' }) subresource?: string;
  @Field(7, 'string', { description: 'Name of the object. Empty: all.' }) name?: string;
  @Field(8, () => FieldSelectorAttributes, { pointer: true, since: 31, description: 'Restriction by fields.' })
  fieldSelector?: FieldSelectorAttributes;
  @Field(9, () => LabelSelectorAttributes, { pointer: true, since: 31, description: 'Restriction by labels.' })
  labelSelector?: LabelSelectorAttributes;
}

@Struct('authorization.v1.NonResourceAttributes', { description: 'A request for a non-resource path.' })
export class NonResourceAttributes {
  @Field(1, 'string', { description: 'Path of the URL.' }) path?: string;
  @Field(2, 'string', { description: 'HTTP method in lower case.' }) verb?: string;
}
