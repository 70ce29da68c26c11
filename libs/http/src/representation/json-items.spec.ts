import fc from 'fast-check';
import { listParts } from './json-items.js';

const read = (pieces: readonly Buffer[]) => {
  const parts = [...listParts(pieces)].flatMap((part) => (!part || part instanceof Promise ? [] : [part]));
  const values = parts.map((part) => JSON.parse(('head' in part ? part.head : part.item).toString()) as unknown);
  return { head: values[0], items: values.slice(1) };
};

const member = fc.jsonValue({ maxDepth: 3 });

describe('parts of a list', () => {
  it('are its head with an empty list, and each item, wherever its JSON is split', () =>
    fc.assert(
      fc.property(
        fc.array(fc.dictionary(fc.string({ maxLength: 5 }), member, { maxKeys: 4 }), { maxLength: 6 }),
        member,
        fc.constantFrom('items', 'rows'),
        fc.array(fc.nat({ max: 60 }), { maxLength: 20 }),
        (items, other, listed, cuts) => {
          const items_ = JSON.parse(JSON.stringify(items)) as unknown[];
          const head = { kind: 'L', columnDefinitions: [{ items: [other] }], metadata: { rows: [], other } };
          const json = Buffer.from(`${JSON.stringify({ ...head, [listed]: items_ })}\n`);
          const pieces: Buffer[] = [];
          let at = 0;
          for (const cut of cuts) pieces.push(json.subarray(at, (at += cut)));
          pieces.push(json.subarray(at));
          expect(read(pieces)).toEqual({
            head: JSON.parse(JSON.stringify({ ...head, [listed]: [] })) as unknown,
            items: items_,
          });
        },
      ),
    ));

  it('a large item is searched for its end in steps', () => {
    const item = `{"data":"${'x'.repeat(1_000_000)}"}`;
    const parts = [...listParts([Buffer.from(`{"items":[${item}]}`)])];
    expect(parts.filter((part) => part === undefined).length).toBeGreaterThan(10);
    expect(read([Buffer.from(`{"items":[${item}]}`)]).items).toEqual([JSON.parse(item)]);
  });

  it.each(['{"items":[{"a":1}', '{"items":[{"a":"', '{"metadata":{"items":[]}}', ''])('%s: are refused', (json) => {
    expect(() => [...listParts([Buffer.from(json)])]).toThrow(TypeError);
  });
});
