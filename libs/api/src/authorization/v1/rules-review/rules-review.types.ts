import { Field, Struct } from '../../../definition/decorators.js';
import { listOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';

@Struct('authorization.v1.SelfSubjectRulesReviewSpec')
export class SelfSubjectRulesReviewSpec {
  @Field(1, 'string') namespace?: string;
}

@Struct('authorization.v1.ResourceRule')
export class ResourceRule {
  @Field(1, listOf('string'), { required: true, listType: 'atomic' }) verbs: string[];
  @Field(2, listOf('string'), { listType: 'atomic' }) apiGroups?: string[];
  @Field(3, listOf('string'), { listType: 'atomic' }) resources?: string[];
  @Field(4, listOf('string'), { listType: 'atomic' }) resourceNames?: string[];
}

@Struct('authorization.v1.NonResourceRule')
export class NonResourceRule {
  @Field(1, listOf('string'), { required: true, listType: 'atomic' }) verbs: string[];
  @Field(2, listOf('string'), { listType: 'atomic' }) nonResourceURLs?: string[];
}

@Struct('authorization.v1.SubjectRulesReviewStatus')
export class SubjectRulesReviewStatus {
  @Field(1, listOf(() => ResourceRule), { required: true, listType: 'atomic' }) resourceRules: ResourceRule[];
  @Field(2, listOf(() => NonResourceRule), { required: true, listType: 'atomic' }) nonResourceRules: NonResourceRule[];
  @Field(3, 'bool', { required: true }) incomplete: boolean;
  @Field(4, 'string') evaluationError?: string;
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
