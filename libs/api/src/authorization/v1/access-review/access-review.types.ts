import { Field, Struct } from '../../../definition/decorators.js';
import { listOf, mapOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import { NonResourceAttributes, ResourceAttributes } from './attributes.js';

@Struct('authorization.v1.SubjectAccessReviewSpec')
export class SubjectAccessReviewSpec {
  @Field(1, () => ResourceAttributes, { pointer: true }) resourceAttributes?: ResourceAttributes;
  @Field(2, () => NonResourceAttributes, { pointer: true }) nonResourceAttributes?: NonResourceAttributes;
  @Field(3, 'string') user?: string;
  @Field(4, listOf('string'), { listType: 'atomic' }) groups?: string[];
  @Field(5, mapOf(listOf('string')), { goType: 'map[string]v1.ExtraValue' }) extra?: Record<string, string[]>;
  @Field(6, 'string') uid?: string;
}

@Struct('authorization.v1.SubjectAccessReviewStatus')
export class SubjectAccessReviewStatus {
  @Field(1, 'bool', { required: true }) allowed: boolean;
  @Field(4, 'bool') denied?: boolean;
  @Field(2, 'string') reason?: string;
  @Field(3, 'string') evaluationError?: string;
}

@Struct('authorization.v1.SubjectAccessReview', {
  typeMeta: true,
  description: 'Checks whether a user may perform an action. Never stored.',
})
export class SubjectAccessReview extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => SubjectAccessReviewSpec, { required: true }) spec: SubjectAccessReviewSpec;
  @Field(3, () => SubjectAccessReviewStatus) status?: SubjectAccessReviewStatus;
}

@Struct('authorization.v1.LocalSubjectAccessReview', {
  typeMeta: true,
  description: 'Checks whether a user may perform an action in one namespace. Never stored.',
})
export class LocalSubjectAccessReview extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => SubjectAccessReviewSpec, { required: true }) spec: SubjectAccessReviewSpec;
  @Field(3, () => SubjectAccessReviewStatus) status?: SubjectAccessReviewStatus;
}

@Struct('authorization.v1.SelfSubjectAccessReviewSpec')
export class SelfSubjectAccessReviewSpec {
  @Field(1, () => ResourceAttributes, { pointer: true }) resourceAttributes?: ResourceAttributes;
  @Field(2, () => NonResourceAttributes, { pointer: true }) nonResourceAttributes?: NonResourceAttributes;
}

@Struct('authorization.v1.SelfSubjectAccessReview', {
  typeMeta: true,
  description: 'Checks whether the requesting user may perform an action. Never stored.',
})
export class SelfSubjectAccessReview extends KindObject {
  @Field(1, () => ObjectMeta) metadata: ObjectMeta;
  @Field(2, () => SelfSubjectAccessReviewSpec, { required: true }) spec: SelfSubjectAccessReviewSpec;
  @Field(3, () => SubjectAccessReviewStatus) status?: SubjectAccessReviewStatus;
}
