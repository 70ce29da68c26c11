import fc from 'fast-check';

interface Mutation {
  readonly act: 'insert' | 'remove' | 'repeat' | 'replace' | 'truncate';
  /** Where, as a part of the length: 0 to 1. */
  readonly place: number;
  readonly length: number;
  readonly times: number;
  readonly text: string;
}

const MOST_CHARACTERS = 1 << 18;

/** Texts made from `corpus` by cutting, repeating and putting in `tokens`, texts of tokens alone, and any text. */
export function mutatedTexts(corpus: readonly string[], tokens: readonly string[]): fc.Arbitrary<string> {
  const token = fc.constantFrom(...tokens);
  const anything = fc.oneof(fc.string({ maxLength: 20 }), fc.string({ unit: 'binary', maxLength: 20 }));
  return fc.oneof(
    { weight: 6, arbitrary: mutated(corpus, fc.oneof({ weight: 3, arbitrary: token }, anything)) },
    { weight: 2, arbitrary: fc.array(token, { maxLength: 40 }).map((parts) => parts.join('')) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  );
}

/** As `mutatedTexts`, byte by byte. */
export function mutatedBytes(corpus: readonly Uint8Array[], tokens: readonly Uint8Array[]): fc.Arbitrary<Uint8Array> {
  const asText = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
  const bytes = fc.uint8Array({ maxLength: 12 }).map(asText);
  const token = fc.oneof(fc.constantFrom(...tokens.map(asText)), bytes);
  return fc.oneof(
    { weight: 6, arbitrary: mutated(corpus.map(asText), token).map((text) => Buffer.from(text, 'latin1')) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
  );
}

function mutated(corpus: readonly string[], text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const mutation: fc.Arbitrary<Mutation> = fc.record({
    act: fc.constantFrom('insert', 'remove', 'repeat', 'replace', 'truncate'),
    place: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 200 })),
    times: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 2, max: 8 }) }, fc.constantFrom(100, 1_000, 20_000)),
    text,
  });
  return fc
    .tuple(fc.constantFrom(...corpus), fc.array(mutation, { maxLength: 6 }))
    .map(([seed, mutations]) => mutations.reduce(mutate, seed));
}

function mutate(seed: string, { act, place, length, times, text }: Mutation): string {
  const at = Math.floor(place * seed.length);
  const before = seed.slice(0, at);
  const part = seed.slice(at, at + length);
  const after = seed.slice(at + length);
  switch (act) {
    case 'insert':
      return before + text + seed.slice(at);
    case 'remove':
      return before + after;
    case 'replace':
      return before + text + after;
    case 'truncate':
      return before;
    case 'repeat':
      return before + part.repeat(Math.min(times, 1 + Math.floor(MOST_CHARACTERS / (part.length + 1)))) + after;
  }
}
