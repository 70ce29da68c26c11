import type { Vocabulary } from '@orch/vocabulary';

/** `make`, called once for each vocabulary: options of informers that share a cache must have the same index functions. */
export function perVocabulary<T>(make: (vocabulary: Vocabulary) => T): (vocabulary: Vocabulary) => T {
  const made = new WeakMap<Vocabulary, { readonly value: T }>();
  return (vocabulary) => {
    const known = made.get(vocabulary) ?? { value: make(vocabulary) };
    made.set(vocabulary, known);
    return known.value;
  };
}
