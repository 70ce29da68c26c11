import {
  FieldLabels,
  FieldPath,
  labelSelectorFromObject,
  parseFieldSelector,
  parseLabelSelector,
  validateLabelSelector,
  type LabelSelectorObject,
} from '@orch/apimachinery';
import { mustEqual, parsedJson, unlessRefused, type FuzzTarget } from '../fuzz-target.js';
import { mutatedTexts } from '../mutation.js';

const LABELS = { a: '1', 'x.io/y': '', b: 'long-value_1.2' };

export const labelSelector: FuzzTarget<string> = {
  name: 'label-selector',
  inputs: mutatedTexts(
    ['a=1,b!=2,c==3', 'x.io/y in (a,b, c ),!d , e notin (1,2)', 'f>1,g<2,h', 'a in (),b notin ( , )'],
    ['=', '==', '!=', '!', ',', '(', ')', ' in ', ' notin ', '<', '>', ' ', '/', '.', '-', '\\', 'a', 'in', '\0', 'ä', 'a'.repeat(64)], // prettier-ignore
  ),
  run(text) {
    const selector = unlessRefused(() => parseLabelSelector(text));
    if (!selector) return;
    selector.matches(LABELS);
    selector.matches(undefined);
    mustEqual(parseLabelSelector(selector.toString()).toString(), selector.toString(), 'written and read');
  },
};

export const fieldSelector: FuzzTarget<string> = {
  name: 'field-selector',
  inputs: mutatedTexts(
    ['metadata.name=a,spec.nodeName!=b', 'status.phase==Running', 'a=x\\,y\\=z\\\\', 'metadata.namespace=,b='],
    ['=', '==', '!=', ',', '\\', '\\,', '\\=', '\\\\', ' ', '.', 'metadata.name', '\0', 'ä'],
  ),
  run(text) {
    const selector = unlessRefused(() => parseFieldSelector(text));
    if (!selector) return;
    selector.matches(() => 'a');
    selector.valueOf('metadata.name');
    mustEqual(parseFieldSelector(selector.toString()).requirements, selector.requirements, 'written and read');
    unlessRefused(() => selector.assertSupported(FieldLabels.metadata));
  },
};

/** Selectors inside of objects, as the schema lets them through: any texts in any number. */
export const labelSelectorObject: FuzzTarget<string> = {
  name: 'label-selector-object',
  inputs: mutatedTexts(
    [
      '{"matchLabels":{"a":"1","x.io/y":""},"matchExpressions":[{"key":"a","operator":"In","values":["1","2"]}]}',
      '{"matchExpressions":[{"key":"b","operator":"Exists"},{"key":"c","operator":"DoesNotExist","values":[]},{"key":"d","operator":"NotIn","values":[""]}]}',
    ],
    ['{', '}', '[', ']', ':', ',', '"', '"a"', '"In"', '"Exists"', '"operator":"x"', '"values":', '"key":"__proto__",', '"__proto__":"1",', '"constructor":"1",'], // prettier-ignore
  ),
  run(text) {
    const selector = parsedJson(text);
    if (!isSelector(selector)) return;
    validateLabelSelector(selector, FieldPath.of('selector'));
    unlessRefused(() => labelSelectorFromObject(selector))?.matches(LABELS);
  },
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((item) => typeof item === 'string');

function isSelector(value: unknown): value is LabelSelectorObject {
  if (!isObject(value)) return false;
  const { matchLabels = {}, matchExpressions = [] } = value;
  return (
    isObject(matchLabels) &&
    isTexts(Object.values(matchLabels)) &&
    Array.isArray(matchExpressions) &&
    matchExpressions.every(
      (item) => isObject(item) && isTexts([item['key'], item['operator']]) && isTexts(item['values'] ?? []),
    )
  );
}
