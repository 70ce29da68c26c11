import { AuthorizerValue, type CelValue } from '@orch/expressions';
import type { ApiObject } from '@orch/apimachinery';
import type { AdmissionAttributes } from '@orch/registry';
import { requestOf } from '../matching/admission-request.js';
import type { EquivalentVersion } from '../matching/equivalent-versions.js';
import { inMatchedVersion, type MatchedVersion } from '../matching/matched-version.js';
import type { AdmissionValues } from './admission-expression.js';
import { dynamicValue } from './dynamic-value.js';
import { RequestDecisions, type DecisionSource } from './request-decisions.js';

/**
 * What expressions see during one step of a request. Each object is converted once in each version, however many webhooks, policies and parameter
 * objects there are: a large one takes milliseconds.
 */
export class RequestValues {
  private readonly decisions: RequestDecisions;
  private readonly objects = new Map<EquivalentVersion | undefined, WeakMap<ApiObject, CelValue>>();

  constructor(source: DecisionSource) {
    this.decisions = new RequestDecisions(source);
  }

  /** Values of `object`, `oldObject`, `request` and `authorizer` for a write, in the version that was matched. */
  of(attributes: AdmissionAttributes, matched: MatchedVersion): AdmissionValues {
    const { definition, user, subresource, namespace, name } = attributes;
    const asking = new AuthorizerValue((question) => this.decisions.answer(user, question));
    const { group, resource } = definition.gvr;
    return {
      object: this.object(attributes.object, matched),
      oldObject: this.object(attributes.oldObject, matched),
      request: dynamicValue(requestOf(attributes, matched.equivalent?.definition ?? definition)),
      authorizer: asking,
      'authorizer.requestResource': asking.with('ResourceCheck', { group, resource, subresource, namespace, name }),
    };
  }

  private object(object: ApiObject | undefined, matched: MatchedVersion): CelValue {
    if (!object) return null;
    let known = this.objects.get(matched.equivalent);
    if (!known) this.objects.set(matched.equivalent, (known = new WeakMap()));
    let value = known.get(object);
    if (value === undefined) known.set(object, (value = dynamicValue(inMatchedVersion(object, matched))));
    return value;
  }
}
