import { AuthorizerValue } from '@orch/expressions';
import type { AdmissionAttributes } from '@orch/registry';
import { requestOf } from '../matching/admission-request.js';
import { inMatchedVersion, type MatchedVersion } from '../matching/matched-version.js';
import type { AdmissionValues } from './admission-expression.js';
import { dynamicValue } from './dynamic-value.js';
import type { RequestDecisions } from './request-decisions.js';

/** Values of `object`, `oldObject`, `request` and `authorizer` for a write, in the version that was matched. */
export function admissionValues(
  attributes: AdmissionAttributes,
  matched: MatchedVersion,
  decisions: RequestDecisions,
): AdmissionValues {
  const { definition, user, subresource, namespace, name } = attributes;
  const asking = new AuthorizerValue((question) => decisions.answer(user, question));
  const { group, resource } = definition.gvr;
  return {
    object: dynamicValue(inMatchedVersion(attributes.object, matched)),
    oldObject: dynamicValue(inMatchedVersion(attributes.oldObject, matched)),
    request: dynamicValue(requestOf(attributes, matched.equivalent?.definition ?? definition)),
    authorizer: asking,
    'authorizer.requestResource': asking.with('ResourceCheck', { group, resource, subresource, namespace, name }),
  };
}
