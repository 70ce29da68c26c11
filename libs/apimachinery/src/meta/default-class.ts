import type { ObjectMeta } from './object-meta.js';

interface Class {
  readonly metadata: ObjectMeta;
}

/**
 * Name of the class that is marked as default by an annotation: of several the newest, and of equally old ones the first by name, so that
 * every server picks the same.
 */
export function defaultClass(classes: Iterable<Class>, annotation: string): string | undefined {
  let best: Class | undefined;
  for (const candidate of classes) {
    if (candidate.metadata.annotations?.[annotation] !== 'true') continue;
    if (best === undefined || precedes(candidate, best)) best = candidate;
  }
  return best?.metadata.name;
}

function precedes({ metadata: a }: Class, { metadata: b }: Class): boolean {
  const [created, other] = [a.creationTimestamp ?? '', b.creationTimestamp ?? ''];
  return created === other ? (a.name ?? '') < (b.name ?? '') : created > other;
}
