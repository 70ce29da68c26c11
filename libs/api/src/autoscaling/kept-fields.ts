import { ApiError, decodeJson, type ObjectMeta } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';

/** Fields of the stored version that an older one lacks. */
export interface KeptFields {
  readonly metrics?: readonly unknown[];
  readonly currentMetrics?: readonly unknown[];
  readonly conditions?: readonly unknown[];
  readonly behavior?: object;
}

type KeptName = keyof KeptFields;
const NAMES: readonly KeptName[] = ['metrics', 'currentMetrics', 'conditions', 'behavior'];

/** Annotations in which an older version keeps them, as JSON (D-245). */
export const keptAnnotations = ({ annotations }: Vocabulary): Readonly<Record<KeptName, string>> => ({
  metrics: annotations.autoscalerMetrics,
  currentMetrics: annotations.autoscalerCurrentMetrics,
  conditions: annotations.autoscalerConditions,
  behavior: annotations.autoscalerBehavior,
});

/** Metadata with the fields in annotations; replaces their previous annotations. */
export function keepFields(
  metadata: ObjectMeta,
  fields: KeptFields,
  keys: Readonly<Record<KeptName, string>>,
): ObjectMeta {
  const bare = withoutKept(metadata, keys);
  const kept = NAMES.filter((name) => fields[name] !== undefined).map((name) => [
    keys[name],
    JSON.stringify(fields[name]),
  ]);
  if (kept.length === 0) return bare;
  return { ...bare, annotations: { ...bare.annotations, ...(Object.fromEntries(kept) as Record<string, string>) } };
}

/** The fields an older version kept. @throws ApiError BadRequest for malformed JSON or another shape. */
export function keptFields(metadata: ObjectMeta, keys: Readonly<Record<KeptName, string>>): KeptFields {
  const found: Partial<Record<KeptName, unknown>> = {};
  for (const name of NAMES) {
    const text = metadata.annotations?.[keys[name]];
    if (text !== undefined) found[name] = read(keys[name], text, name !== 'behavior');
  }
  return found as KeptFields;
}

function read(key: string, text: string, list: boolean): unknown {
  const { value } = decodeJson(Buffer.from(text));
  if (typeof value === 'object' && value !== null && Array.isArray(value) === list) return value;
  throw ApiError.badRequest(`annotation ${key} must be a JSON ${list ? 'list' : 'object'}`);
}

/** Metadata without those annotations. */
export function withoutKept(metadata: ObjectMeta, keys: Readonly<Record<KeptName, string>>): ObjectMeta {
  const { annotations } = metadata;
  if (!annotations || !NAMES.some((name) => Object.hasOwn(annotations, keys[name]))) return metadata;
  const mine = new Set(Object.values(keys));
  const rest = Object.entries(annotations).filter(([key]) => !mine.has(key));
  const { annotations: _all, ...bare } = metadata;
  return rest.length === 0 ? bare : { ...bare, annotations: Object.fromEntries(rest) };
}
