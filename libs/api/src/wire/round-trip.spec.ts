import { KeptPieces } from './kept-pieces.js';
import fc from 'fast-check';
import { structArbitrary } from '../testing/struct-arbitrary.js';
import { kubernetesDefinitions } from './kubernetes-definitions.fixture.js';
import { protobufCodec } from './protobuf-codec.js';

/** What waits before it has its result. */
function* waiting<T>(result: T): Generator<'wait', T> {
  yield 'wait';
  return result;
}

describe('objects on the wire', () => {
  it.each(
    kubernetesDefinitions.map((definition) => [`${definition.apiVersion} ${definition.gvk.kind}`, definition] as const),
  )('B-364 %s says the same in protobuf and in JSON', (_name, definition) => {
    const { kind } = definition.gvk;
    const codec = protobufCodec(definition)!;
    fc.assert(
      fc.property(structArbitrary(definition.struct!), (members) => {
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
      const metadata = { resourceVersion: '7', continue: 'more', remainingItemCount: 9 };
      const pieces = [...codec.encodeList(metadata, count, (i) => items[i]!)].filter((piece) => piece.length > 0);
      expect(pieces.length > 1).toBe(count > 1);
      expect(codec.decodeList(Buffer.concat(pieces))).toEqual({
        metadata: { resourceVersion: '7', continue: 'more', remainingItemCount: 9 },
        items: items.slice(0, count).map((item) => ({ kind: 'Secret', apiVersion: 'v1', ...item })),
      });
    }
  });

  it('a list keeps encoded pieces within the limit of all lists, and encodes the others again when they are sent', () => {
    const codec = protobufCodec(kubernetesDefinitions.find(({ gvk }) => gvk.kind === 'Secret')!)!;
    const items = Array.from({ length: 2_000 }, (_, i) => ({
      metadata: { name: `s${i}`, annotations: { text: 'x'.repeat(1_000) } },
    }));
    const metadata = { resourceVersion: '7' };
    const whole = Buffer.concat([...codec.encodeList(metadata, items.length, (i) => items[i]!)]);
    for (const limit of [0, 600_000]) {
      const kept = new KeptPieces(limit);
      const list = codec.encodeList(metadata, items.length, (i) => items[i]!, { kept });
      const sent: Buffer[] = [];
      for (const piece of list) {
        expect(kept.size).toBeLessThanOrEqual(limit);
        sent.push(piece);
      }
      expect(Buffer.concat(sent).equals(whole)).toBe(true);
      expect(kept.size).toBe(0);
    }
  });

  it('a list has the items that are encoded elsewhere at their places, also when they are encoded again', () => {
    const codec = protobufCodec(kubernetesDefinitions.find(({ gvk }) => gvk.kind === 'Secret')!)!;
    const items = Array.from({ length: 40 }, (_, i) => ({
      metadata: { name: `s${i}`, annotations: { text: 'x'.repeat(i * 1_000) } },
    }));
    const whole = Buffer.concat([...codec.encodeList({}, items.length, (i) => items[i]!)]);
    const elsewhere = (i: number) => (i % 3 === 0 ? waiting(codec.encodeItem(items[i]!)) : undefined);
    for (const limit of [0, 600_000]) {
      const list = codec.encodeList({}, items.length, (i) => items[i]!, { kept: new KeptPieces(limit), elsewhere });
      const pieces = [...list];
      // The last piece is always kept.
      expect(pieces.filter((piece) => piece === 'wait').length).toBe(limit === 0 ? 20 : 14);
      expect(Buffer.concat(pieces.filter((piece) => piece !== 'wait')).equals(whole)).toBe(true);
    }
  });

  it('a list that is not sent to its end releases its pieces', () => {
    const codec = protobufCodec(kubernetesDefinitions.find(({ gvk }) => gvk.kind === 'Secret')!)!;
    const item = { metadata: { name: 's', annotations: { text: 'x'.repeat(1_000_000) } } };
    const kept = new KeptPieces(10_000_000);
    const list = codec.encodeList({}, 5, () => item, { kept });
    while (list.next().value!.length === 0);
    expect(kept.size).toBeGreaterThan(4_000_000);
    list.return(undefined);
    expect(kept.size).toBe(0);
  });

  it('large items are a step each', () => {
    const codec = protobufCodec(kubernetesDefinitions.find(({ gvk }) => gvk.kind === 'Secret')!)!;
    const item = { metadata: { name: 's', annotations: { text: 'x'.repeat(1_000_000) } } };
    let encoded = 0;
    const list = codec.encodeList({}, 5, () => (encoded++, item));
    list.next();
    expect(encoded).toBe(1);
    list.return(undefined);
  });
});
