import { Field, Struct } from '../../../definition/decorators.js';
import { listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('authorization.v1.SelfSubjectRulesReviewSpec', { description: "The question about the current user's rights." })
export class SelfSubjectRulesReviewSpec {
  @Field(1, 'string', { description: 'Namespace in which the rights are evaluated. Required.' }) namespace?: string;
}

@Struct('authorization.v1.ResourceRule', { description: 'Actions on resources that are allowed.' })
export class ResourceRule {
  @Field(1, listOf('string'), { required: true, listType: 'atomic', description: 'Verbs; `*` is all.' })
  verbs: string[];
  @Field(2, listOf('string'), { listType: 'atomic', description: 'Groups of the resources; `*` is all.' })
  apiGroups?: string[];
  @Field(3, listOf('string'), { listType: 'atomic', description: 'Resources and sub-resources; `*` is all.' })
  resources?: string[];
  @Field(4, listOf('string'), { listType: 'atomic', description: 'Names of the objects. Empty: all.' })
  resourceNames?: string[];
}

@Struct('authorization.v1.NonResourceRule', { description: 'Actions on other paths that are allowed.' })
export class NonResourceRule {
  @Field(1, listOf('string'), {
    required: true,
    listType: 'atomic',
    description: 'HTTP methods in lower case; `*` is all.',
  })
  verbs: string[];
  @Field(2, listOf('string'), { listType: 'atomic', description: 'Paths; a final `*` matches the rest.' })
  nonResourceURLs?: string[];
}

@Struct('authorization.v1.SubjectRulesReviewStatus', {
  description: 'Rights of a user in a namespace. For display: a decision needs an access review.',
})
export class SubjectRulesReviewStatus {
  @Field(1, listOf(() => ResourceRule), {
    required: true,
    listType: 'atomic',
    description: 'Actions on resources, in no particular order.',
  })
  resourceRules: ResourceRule[];
  @Field(2, listOf(() => NonResourceRule), {
    required: true,
    listType: 'atomic',
    description: 'Actions on other paths, in no particular order.',
  })
  nonResourceRules: NonResourceRule[];
  @Field(3, 'bool', {
    required: true,
    description: 'Whether an authorizer could not list its rules, so that more may be allowed.',
  })
  incomplete: boolean;
  @Field(4, 'string', { description: 'Error that occurred, for example an authorizer without rule lists.' })
  evaluationError?: string;
}

@Struct('authorization.v1.SelfSubjectRulesReview', {
  typeMeta: true,
  description: 'Lists the actions that the requesting user may perform in a namespace. Never stored.',
})
export class SelfSubjectRulesReview extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => SelfSubjectRulesReviewSpec, { required: true }) spec: SelfSubjectRulesReviewSpec;
  @Field(3, () => SubjectRulesReviewStatus) status?: SubjectRulesReviewStatus;
}
