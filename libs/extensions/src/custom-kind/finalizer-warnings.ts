import { FOREGROUND_FINALIZER, inByteOrder, ORPHAN_FINALIZER, quotedText, type ApiObject } from '@orch/apimachinery';

/** Finalizers of the server itself. */
const KNOWN: ReadonlySet<string> = new Set([ORPHAN_FINALIZER, FOREGROUND_FINALIZER]);

/** Warnings about added finalizers that another controller may use as well. */
export function finalizerWarnings({ metadata }: ApiObject, old?: ApiObject): string[] {
  if (!metadata.finalizers) return [];
  const before = new Set(old?.metadata.finalizers);
  const added = metadata.finalizers.filter((name) => !before.has(name) && !name.includes('/') && !KNOWN.has(name));
  return inByteOrder([...new Set(added)]).map((name) => {
    const form = name.includes('.') ? 'finalizer name including a path (/)' : 'finalizer name';
    const advice = `prefer a domain-qualified ${form} to avoid accidental conflicts with other finalizer writers`;
    return `metadata.finalizers: ${quotedText(name)}: ${advice}`;
  });
}
