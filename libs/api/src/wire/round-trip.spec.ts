import fc from 'fast-check';
import { structArbitrary } from '../testing/struct-arbitrary.js';
import { kubernetesDefinitions } from './kubernetes-definitions.fixture.js';
import { protobufCodec } from './protobuf-codec.js';

describe('objects on the wire', () => {
  it.each(
    kubernetesDefinitions.map((definition) => [`${definition.apiVersion} ${definition.gvk.kind}`, definition] as const),
  )('B-364 %s says the same in protobuf and in JSON', (_name, definition) => {
    const { kind } = definition.gvk;
    const codec = protobufCodec(definition)!;
    fc.assert(
      fc.property(structArbitrary(definition.declaration.type), (members) => {
        const object = { kind, apiVersion: definition.apiVersion, ...members };
        const bytes = codec.encode(object);
        const read = codec.decode(bytes);
        expect(read).toEqual(object);
        expect(codec.encode(read).equals(bytes)).toBe(true);
      }),
      { numRuns: kind === 'Pod' ? 30 : 60 },
    );
  });

  it('B-364 a list gives back its metadata and its items, in one piece or in many', () => {
    const definition = kubernetesDefinitions.find(({ gvk }) => gvk.kind === 'Secret')!;
    const codec = protobufCodec(definition)!;
    const items = Array.from({ length: 700 }, (_, i) => ({
      metadata: { name: `s${i}`, annotations: { text: 'x'.repeat(1_000) } },
      immutable: i % 2 === 0,
    }));
    for (const count of [0, 1, 700]) {
      const pieces = finish(
        codec.encodeList({ resourceVersion: '7', continue: 'more', remainingItemCount: 9 }, count, (i) => items[i]!),
      );
      expect(pieces.length > 1).toBe(count > 1);
      expect(codec.decodeList(Buffer.concat(pieces))).toEqual({
        metadata: { resourceVersion: '7', continue: 'more', remainingItemCount: 9 },
        items: items.slice(0, count).map((item) => ({ kind: 'Secret', apiVersion: 'v1', ...item })),
      });
    }
  });
});

/** What work in turns gives, without the turns. */
function finish<T>(work: Generator<undefined, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
