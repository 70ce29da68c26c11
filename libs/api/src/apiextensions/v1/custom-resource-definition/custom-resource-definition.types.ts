import { Field, Struct } from '../../../definition/decorators.js';
import { listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import { CustomResourceConversion } from './conversion.types.js';
import { JSONSchemaProps } from './json-schema-props.types.js';

@Struct('apiextensions.v1.CustomResourceDefinitionNames', { description: 'Names of a custom resource.' })
export class CustomResourceDefinitionNames {
  @Field(1, 'string', { required: true, description: 'Name of the resource in URLs: lower case, plural.' })
  plural: string;
  @Field(2, 'string', { description: 'Name of one object, lower case. Default: `kind` in lower case.' })
  singular?: string;
  @Field(3, listOf('string'), { listType: 'atomic', description: 'Short names for command lines, lower case.' })
  shortNames?: string[];
  @Field(4, 'string', { required: true, description: 'Kind of the objects, in CamelCase and singular.' }) kind: string;
  @Field(5, 'string', { description: 'Kind of lists of the objects. Default: `kind` with `List` after it.' })
  listKind?: string;
  @Field(6, listOf('string'), {
    listType: 'atomic',
    description: 'Names that stand for several resources in command lines, such as `all`.',
  })
  categories?: string[];
}

@Struct('apiextensions.v1.CustomResourceValidation', { description: 'The schema of a version.' })
export class CustomResourceValidation {
  @Field(1, () => JSONSchemaProps, {
    pointer: true,
    description: 'Schema of the objects, by which they are checked and pruned.',
  })
  openAPIV3Schema?: JSONSchemaProps;
}

@Struct('apiextensions.v1.CustomResourceSubresourceStatus', {
  description: 'Present when objects have a sub-resource `status`, for the fields below `.status`.',
})
export class CustomResourceSubresourceStatus {}

@Struct('apiextensions.v1.CustomResourceSubresourceScale', {
  description: 'Where objects keep what their sub-resource `scale` shows.',
})
export class CustomResourceSubresourceScale {
  @Field(1, 'string', {
    required: true,
    description: 'Path of the wanted number of replicas, below `.spec`: `.spec.replicas`.',
  })
  specReplicasPath: string;
  @Field(2, 'string', {
    required: true,
    description: 'Path of the current number of replicas, below `.status`: `.status.replicas`.',
  })
  statusReplicasPath: string;
  @Field(3, 'string', {
    pointer: true,
    description: 'Path of a label selector as text, below `.spec` or `.status`. Autoscalers need it.',
  })
  labelSelectorPath?: string;
}

@Struct('apiextensions.v1.CustomResourceSubresources', { description: 'Sub-resources of the objects.' })
export class CustomResourceSubresources {
  @Field(1, () => CustomResourceSubresourceStatus, { pointer: true, description: 'Adds a sub-resource `status`.' })
  status?: CustomResourceSubresourceStatus;
  @Field(2, () => CustomResourceSubresourceScale, { pointer: true, description: 'Adds a sub-resource `scale`.' })
  scale?: CustomResourceSubresourceScale;
}

@Struct('apiextensions.v1.CustomResourceColumnDefinition', { description: 'A column of tables of the objects.' })
export class CustomResourceColumnDefinition {
  @Field(1, 'string', { required: true, description: 'Title of the column.' }) name: string;
  @Field(2, 'string', { required: true, description: 'One of integer, number, string, boolean and date.' })
  type: string;
  @Field(3, 'string', { description: 'Format of the type in OpenAPI, such as int32 or date-time.' }) format?: string;
  @Field(4, 'string', { description: 'What the column shows.' }) description?: string;
  @Field(5, 'int32', { description: 'Columns above 0 are shown in wide tables only. Default: 0.' }) priority?: number;
  @Field(6, 'string', { required: true, description: 'Path of the value in each object: `.spec.size`.' })
  jsonPath: string;
}

@Struct('apiextensions.v1.SelectableField', { since: 30, description: 'A field that field selectors may name.' })
export class SelectableField {
  @Field(1, 'string', {
    required: true,
    since: 30,
    description: 'Path of a text, boolean or whole number outside of metadata: `.spec.color`. No lists on the way.',
  })
  jsonPath: string;
}

@Struct('apiextensions.v1.CustomResourceDefinitionVersion', { description: 'One version of a custom resource.' })
export class CustomResourceDefinitionVersion {
  @Field(1, 'string', { required: true, description: 'Name of the version: `v1`, `v1beta1`.' }) name: string;
  @Field(2, 'bool', { required: true, description: 'Whether the server answers requests for this version.' })
  served: boolean;
  @Field(3, 'bool', {
    required: true,
    description: 'Whether objects are stored in this version; true for exactly one.',
  })
  storage: boolean;
  @Field(7, 'bool', { description: 'Adds a warning to every response of this version. Default: false.' })
  deprecated?: boolean;
  @Field(8, 'string', {
    pointer: true,
    description: 'Text of that warning. Default: a text with the version and, if there is one, a newer one.',
  })
  deprecationWarning?: string;
  @Field(4, () => CustomResourceValidation, { pointer: true, description: 'Schema of the objects in this version.' })
  schema?: CustomResourceValidation;
  @Field(5, () => CustomResourceSubresources, { pointer: true, description: 'Sub-resources in this version.' })
  subresources?: CustomResourceSubresources;
  @Field(6, listOf(() => CustomResourceColumnDefinition), {
    listType: 'atomic',
    description: 'Columns of tables after the name. Default: one column with the age.',
  })
  additionalPrinterColumns?: CustomResourceColumnDefinition[];
  @Field(9, listOf(() => SelectableField), {
    listType: 'atomic',
    featureGate: 'CustomResourceFieldSelectors',
    since: 30,
    description: 'Fields that field selectors may name, at most 8.',
  })
  selectableFields?: SelectableField[];
}

@Struct('apiextensions.v1.CustomResourceDefinitionSpec', { description: 'What is defined.' })
export class CustomResourceDefinitionSpec {
  @Field(1, 'string', { required: true, description: 'API group, a domain: `/apis/GROUP/...`.' }) group: string;
  @Field(3, () => CustomResourceDefinitionNames, { required: true, description: 'Names of the resource.' })
  names: CustomResourceDefinitionNames;
  @Field(4, 'string', {
    goType: 'v1.ResourceScope',
    required: true,
    description: '`Namespaced`, or `Cluster` for objects outside of namespaces.',
  })
  scope: string;
  @Field(7, listOf(() => CustomResourceDefinitionVersion), {
    required: true,
    listType: 'atomic',
    description: 'The versions. In discovery they are sorted by their names: stable ones first, then beta, then alpha.',
  })
  versions: CustomResourceDefinitionVersion[] | null;
  @Field(9, () => CustomResourceConversion, {
    pointer: true,
    description: 'How objects are converted between versions.',
  })
  conversion?: CustomResourceConversion;
  @Field(10, 'bool', {
    description: 'Must be false: the schema extension for unknown fields keeps them. True is only in old definitions.',
  })
  preserveUnknownFields?: boolean;
}

@Struct('apiextensions.v1.CustomResourceDefinitionCondition', {
  description: 'One aspect of the state of a definition.',
})
export class CustomResourceDefinitionCondition {
  @Field(1, 'string', {
    goType: 'v1.CustomResourceDefinitionConditionType',
    required: true,
    description: 'Which aspect, such as Established, NamesAccepted and Terminating.',
  })
  type: string;
  @Field(2, 'string', { goType: 'v1.ConditionStatus', required: true, description: 'True, False or Unknown.' })
  status: string;
  @Field(3, 'time', { description: 'When `status` changed last.' }) lastTransitionTime?: string | null;
  @Field(4, 'string', { description: 'Why, in one CamelCase word.' }) reason?: string;
  @Field(5, 'string', { description: 'Why, for people.' }) message?: string;
  @Field(6, 'int64', {
    featureGate: 'CRDObservedGenerationTracking',
    since: 35,
    description: 'Generation of the definition for which the condition was set.',
  })
  observedGeneration?: number;
}

@Struct('apiextensions.v1.CustomResourceDefinitionStatus', { description: 'State of a definition.' })
export class CustomResourceDefinitionStatus {
  @Field(1, listOf(() => CustomResourceDefinitionCondition), {
    listType: 'map',
    listMapKeys: ['type'],
    zeroIsShown: true,
    keepsEmpty: true,
    description: 'Aspects of its state.',
  })
  conditions?: CustomResourceDefinitionCondition[] | null;
  @Field(2, () => CustomResourceDefinitionNames, {
    description: 'Names by which the resource is served: those of the spec that no other resource has.',
  })
  acceptedNames?: CustomResourceDefinitionNames;
  @Field(3, listOf('string'), {
    listType: 'atomic',
    zeroIsShown: true,
    description:
      'Versions in which objects were stored at any time. A version can leave the spec only after it left this list.',
  })
  storedVersions?: string[] | null;
  @Field(4, 'int64', {
    featureGate: 'CRDObservedGenerationTracking',
    since: 35,
    description: 'Generation of the definition that the server saw last.',
  })
  observedGeneration?: number;
}

@Struct('apiextensions.v1.CustomResourceDefinition', {
  typeMeta: true,
  description: 'A resource that is served in addition to the built-in ones. Its name is `PLURAL.GROUP`.',
})
export class CustomResourceDefinition extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => CustomResourceDefinitionSpec, { required: true }) spec: CustomResourceDefinitionSpec;
  @Field(3, () => CustomResourceDefinitionStatus) status?: CustomResourceDefinitionStatus;
}
