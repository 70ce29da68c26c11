import {
  aggregatedText,
  FieldPath,
  isPlainObject,
  validateAnnotations,
  validateLabels,
  type ApiObject,
  type FieldError,
} from '@orch/apimachinery';
import { goTypeOf } from '../custom-kind/replicas-path.js';

type Metadata = ApiObject['metadata'];
type StringMap = Readonly<Record<string, string>>;

/**
 * Metadata of a converted object: that of the original, with labels and annotations of the conversion, which are checked as in a write.
 * @throws Error naming what is wrong with them.
 */
export function restoreMetadata(original: Metadata, converted: Readonly<Record<string, unknown>>): Metadata {
  const { labels: _labels, annotations: _annotations, ...kept } = original;
  const labels = stringsOf('labels', converted['labels']);
  const annotations = stringsOf('annotations', converted['annotations']);
  if (labels && isChanged(labels, original.labels)) refuse(validateLabels(labels, METADATA.child('labels')));
  if (annotations && isChanged(annotations, original.annotations))
    refuse(validateAnnotations(annotations, METADATA.child('annotation')));
  return { ...kept, ...(labels ? { labels } : {}), ...(annotations ? { annotations } : {}) };
}

const METADATA = FieldPath.root.child('metadata');

function stringsOf(field: string, value: unknown): StringMap | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isPlainObject(value))
    throw new Error(`invalid metadata.${field} of type ${goTypeOf(value)} in converted object`);
  for (const [key, member] of Object.entries(value)) {
    if (typeof member !== 'string')
      throw new Error(`metadata.${field}[${key}] must be a string, but is ${goTypeOf(member)} in converted object`);
  }
  return value as StringMap;
}

function isChanged(now: StringMap, before: StringMap = {}): boolean {
  const keys = Object.keys(now);
  return keys.length !== Object.keys(before).length || keys.some((key) => now[key] !== before[key]);
}

/** Several errors are one list in brackets, as elsewhere. */
function refuse(errors: readonly FieldError[]): void {
  const texts = [...new Set(errors.map(({ field, detail }) => `${field}: ${detail}`))];
  if (texts.length > 0) throw new Error(aggregatedText(texts));
}
