import type { HasMetadata } from '@orch/client';

/** The object with the last-applied annotation, by which the next apply detects removed fields. */
export function withLastApplied<T extends HasMetadata>(object: T, annotation: string): T {
  const { [annotation]: _before, ...annotations } = object.metadata.annotations ?? {};
  const bare = { ...object, metadata: { ...object.metadata, annotations } };
  const text = `${JSON.stringify(bare)}\n`;
  return { ...object, metadata: { ...object.metadata, annotations: { ...annotations, [annotation]: text } } };
}

/** The configuration applied before; empty when there is none, or the annotation is not an object. */
export function lastApplied(object: HasMetadata, annotation: string): Readonly<Record<string, unknown>> {
  const text = object.metadata.annotations?.[annotation];
  if (text === undefined) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {}; // edited by hand: removed fields are unknown
    throw error;
  }
}
