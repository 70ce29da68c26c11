import type { ApiObject } from '@orch/apimachinery';
import type { KindDeclaration } from '../../definition/kind-declaration.js';
import { siblingVersion, type SiblingVersion } from '../../definition/sibling-version.js';
import {
  localSubjectAccessReviewKind,
  selfSubjectAccessReviewKind,
  selfSubjectRulesReviewKind,
  subjectAccessReviewKind,
} from '../v1/authorization.kinds.js';
import { structVersion } from '../../definition/struct-version.js';

/** `spec.group` became `spec.groups` (B-474). */
const renamed =
  (from: string, to: string) =>
  (review: ApiObject): ApiObject => {
    const spec = review['spec'] as Record<string, unknown> | undefined;
    if (spec?.[from] === undefined) return review;
    const { [from]: value, ...rest } = spec;
    return { ...review, spec: { ...rest, [to]: value } };
  };
const convert = { toStored: renamed('group', 'groups'), fromStored: renamed('groups', 'group') };

const structs = structVersion('authorization.v1', 'authorization.v1beta1', {
  shared: ['FieldSelectorAttributes', 'LabelSelectorAttributes'],
  fields: { 'SubjectAccessReviewSpec.groups': { name: 'group' } },
});

const older = (stored: KindDeclaration, differences: Partial<SiblingVersion> = {}): KindDeclaration =>
  siblingVersion(stored, {
    version: 'v1beta1',
    structs,
    lifecycle: {
      deprecated: 19,
      removed: 22,
      replacement: { group: 'authorization', version: 'v1', kind: stored.kind },
    },
    ...differences,
  });

/** B-472. */
export const authorizationV1Beta1Kinds: readonly KindDeclaration[] = [
  older(subjectAccessReviewKind, { convert }),
  older(localSubjectAccessReviewKind, { convert }),
  older(selfSubjectAccessReviewKind),
  older(selfSubjectRulesReviewKind),
];
