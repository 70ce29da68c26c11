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

/** Commas in one annotation, which bound its values. An autoscaler of 200 metrics has fewer. */
const MAX_COMMAS = 2_000;
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

/**
 * The fields an older version kept, without those whose annotation is malformed.
 * @throws ApiError BadRequest for an annotation of too many values: the limits of bodies do not count them, as they are one text.
 */
export function keptFields(metadata: ObjectMeta, keys: Readonly<Record<KeptName, string>>): KeptFields {
  const found: Partial<Record<KeptName, unknown>> = {};
  for (const name of NAMES) {
    const text = metadata.annotations?.[keys[name]];
    if (text === undefined) continue;
    if (hasTooMany(text)) throw ApiError.badRequest(`the annotation ${keys[name]} has too many values`);
    const value = read(text, name !== 'behavior');
    if (value !== undefined) found[name] = name === 'behavior' ? withLowerNames(value) : value;
  }
  return found as KeptFields;
}

function hasTooMany(text: string): boolean {
  let commas = 0;
  for (let at = text.indexOf(','); at >= 0; at = text.indexOf(',', at + 1)) if (++commas > MAX_COMMAS) return true;
  return false;
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @returns undefined for malformed JSON or another shape. */
function read(text: string, list: boolean): unknown {
  try {
    const { value } = decodeJson(Buffer.from(text));
    const fits = list ? Array.isArray(value) && value.every(isObject) : isObject(value);
    return fits ? value : undefined;
  } catch (error) {
    if (error instanceof ApiError) return undefined; // written by a client, not a bug
    throw error;
  }
}

/** Kube-apiserver writes the names of these fields with a capital. */
function withLowerNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withLowerNames);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name.charAt(0).toLowerCase() + name.slice(1),
      withLowerNames(member),
    ]),
  );
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
