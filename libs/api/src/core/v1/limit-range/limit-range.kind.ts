import type { ApiObject } from '@orch/apimachinery';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { LimitRange, type LimitRangeItem } from './limit-range.types.js';
import { validateLimitRange } from './limit-range.validation.js';

/** Default columns: name and age. */
export const limitRangeKind: KindDeclaration = {
  type: LimitRange,
  group: 'core',
  version: 'v1',
  kind: 'LimitRange',
  resource: 'limitranges',
  singular: 'limitrange',
  shortNames: ['limits'],
  namespaced: true,
  nameRule: 'dns-subdomain',
  deleteAnswers: 'status',
  allowsCreateOnUpdate: true,
  strategy: (vocabulary) => {
    const validate = (range: ApiObject) => validateLimitRange(range as LimitRange, vocabulary);
    return { prepareForCreate: named, validateCreate: validate, validateUpdate: validate };
  },
  defaults: limitRangeDefaults,
};

/** A limit range without a name is named by its uid. */
function named(range: ApiObject): ApiObject {
  const { metadata } = range;
  return metadata.name ? range : { ...range, metadata: { ...metadata, name: metadata.uid } };
}

function limitRangeDefaults(object: ApiObject): ApiObject {
  const range = object as LimitRange;
  if (!range.spec?.limits) return object;
  return { ...range, spec: { ...range.spec, limits: range.spec.limits.map(withDefaults) } } as ApiObject;
}

/** For containers: default limits default to max, default requests to default limits. */
function withDefaults(item: LimitRangeItem): LimitRangeItem {
  if (item.type !== 'Container') return item;
  const limits = { ...item.max, ...item.default };
  return { ...item, default: limits, defaultRequest: { ...item.min, ...limits, ...item.defaultRequest } };
}
