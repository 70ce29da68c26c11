import { Field, Struct } from '../../../definition/decorators.js';
import { listOf, mapOf } from '../../../definition/field-type.js';
import { KindObject } from '../../../definition/kind-object.js';
import { ObjectMeta } from '../../../meta/v1/object-meta.js';
import { NonResourceAttributes, ResourceAttributes } from './attributes.js';

@Struct('authorization.v1.SubjectAccessReviewSpec', {
  description: 'A request of a user. Exactly one of both attributes is set.',
})
export class SubjectAccessReviewSpec {
  @Field(1, () => ResourceAttributes, { pointer: true, description: 'A request for a resource.' })
  resourceAttributes?: ResourceAttributes;
  @Field(2, () => NonResourceAttributes, { pointer: true, description: 'A request for another path.' })
  nonResourceAttributes?: NonResourceAttributes;
  @Field(3, 'string', { description: 'Name of the user.' }) user?: string;
  @Field(4, listOf('string'), { listType: 'atomic', description: 'Groups of the user.' }) groups?: string[];
  @Field(5, mapOf(listOf('string')), {
    goType: 'map[string]v1.ExtraValue',
    description: 'Further attributes of the user, by key.',
  })
  extra?: Record<string, string[]>;
  @Field(6, 'string', { description: 'Identifier of the user.' }) uid?: string;
}

@Struct('authorization.v1.SubjectAccessReviewStatus', { description: 'The decision about a request.' })
export class SubjectAccessReviewStatus {
  @Field(1, 'bool', { required: true, description: 'Whether the request is allowed.' }) allowed: boolean;
  @Field(4, 'bool', {
    description: 'Whether an authorizer denied the request. Neither allowed nor denied: no opinion.',
  })
  denied?: boolean;
  @Field(2, 'string', { description: 'Reason of the decision, for people.' }) reason?: string;
  @Field(3, 'string', { description: 'Error that occurred during the decision, which may still be valid.' })
  evaluationError?: string;
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
  @Field(2, () => SubjectAccessReviewSpec, {
    required: true,
    description: 'The request. Its namespace must be that of the review.',
  })
  spec: SubjectAccessReviewSpec;
  @Field(3, () => SubjectAccessReviewStatus) status?: SubjectAccessReviewStatus;
}

@Struct('authorization.v1.SelfSubjectAccessReviewSpec', {
  description: 'A request of the current user. Exactly one is set.',
})
export class SelfSubjectAccessReviewSpec {
  @Field(1, () => ResourceAttributes, { pointer: true, description: 'A request for a resource.' })
  resourceAttributes?: ResourceAttributes;
  @Field(2, () => NonResourceAttributes, { pointer: true, description: 'A request for another path.' })
  nonResourceAttributes?: NonResourceAttributes;
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
