import * as fc from 'fast-check';
import type { KeptForm } from './kept-form.js';
import { listShape } from './object-shapes.js';
import { parseAnswer } from './parse-answer.js';
import { anyShape, type Shape } from './shape.js';

const PADDING = 'x'.repeat(300_000);

interface Answered {
  readonly shape?: Shape;
  readonly cuts?: readonly number[];
  readonly listName?: string;
  readonly kept?: KeptForm;
}

function run(text: string, { shape = anyShape, cuts = [], listName, kept }: Answered = {}) {
  const bytes = Buffer.from(text);
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  const work = parseAnswer(
    places.slice(1).map((end, at) => bytes.subarray(places[at], end)),
    shape,
    'it',
    listName,
    kept,
  );
  for (let steps = 1; ; steps++) {
    const step = work.next();
    if (step.done) return { value: step.value, steps };
  }
}

it('parses a short answer in one step', () =>
  expect(run('{"items":[1,2]}')).toEqual({ value: { items: [1, 2] }, steps: 1 }));

it('parses the items of a long list one after the other', () => {
  const items = Array.from({ length: 50 }, (_, at) => ({ metadata: { name: `n${at}` }, data: 'x'.repeat(10_000) }));
  const list = { kind: 'ConfigMapList', metadata: { resourceVersion: '7' }, items };
  const parse = jest.spyOn(JSON, 'parse');
  const { value, steps } = run(JSON.stringify(list), { shape: listShape });
  const longest = Math.max(...parse.mock.calls.map(([text]) => text.length));
  parse.mockRestore();
  expect(value).toEqual(list);
  expect(steps).toBeGreaterThan(100);
  expect(longest).toBeLessThan(11_000);
});

it('parses the items of another member one after the other', () => {
  const list = { items: [], resources: Array.from({ length: 50 }, (_, at) => ({ name: `${at}`.repeat(5_000) })) };
  const parse = jest.spyOn(JSON, 'parse');
  const { value } = run(JSON.stringify(list), { listName: 'resources' });
  const longest = Math.max(...parse.mock.calls.map(([text]) => text.length));
  parse.mockRestore();
  expect(value).toEqual(list);
  expect(longest).toBeLessThan(11_000);
});

it('parses a large item, and a long answer that is not a list, in steps', () => {
  const data = Array.from({ length: 20_000 }, (_, at) => ({ name: `n${at}` }));
  for (const answer of [
    { kind: 'L', items: [{ data }] },
    { kind: 'P', data },
  ]) {
    const parse = jest.spyOn(JSON, 'parse');
    const { value, steps } = run(JSON.stringify(answer));
    const longest = Math.max(0, ...parse.mock.calls.map(([text]) => text.length));
    parse.mockRestore();
    expect(value).toEqual(answer);
    expect(longest).toBeLessThan(300_000);
    expect(steps).toBeGreaterThan(15);
  }
});

it.each([
  ['long', PADDING],
  ['short', ''],
])('keeps the selected members of the items of a %s list', (_title, padding) => {
  const items = [{ a: 1, b: padding }, { b: 2 }];
  const text = JSON.stringify({ kind: 'L', items });
  expect(run(text, { kept: { members: { a: true } } }).value).toEqual({ kind: 'L', items: [{ a: 1 }, {}] });
});

it('gives what JSON.parse gives, wherever the chunks end', () => {
  const value = fc.jsonValue({ maxDepth: 3 });
  const answer = fc.record(
    {
      kind: fc.constantFrom('items', 'List', '"items":['),
      a: value,
      items: fc.oneof(fc.array(value), value),
      'x"': value,
    },
    { requiredKeys: ['kind'] },
  );
  const cuts = fc.array(fc.nat(2_000_000), { maxLength: 8 });
  fc.assert(
    fc.property(answer, cuts, fc.constantFrom(0, 2), fc.boolean(), (of, at, indent, isLast) => {
      const text = JSON.stringify(isLast ? { ...of, padding: PADDING } : { padding: PADDING, ...of }, null, indent);
      expect(run(text, { cuts: at }).value).toEqual(JSON.parse(text));
    }),
    { numRuns: 60 },
  );
});

it.each([
  `{"a":"${PADDING}","items":[1,,2]}`,
  `{"a":"${PADDING}","items":[1,2,]}`,
  `{"a":"${PADDING}","items":[,]}`,
  `{"a":"${PADDING}","items":[{"b":1]]}`,
  `{"a":"${PADDING}","items":[1}`,
  `{"a":"${PADDING}","items":[1`,
  `{"a":"${PADDING}","items":[1]}]`,
  PADDING,
])('refuses what is not JSON, case %#', (text) => expect(() => run(text)).toThrow(SyntaxError));

it('names the place of an item of another form', () => {
  const items = [{ metadata: {} }, { metadata: { name: 5 } }];
  const text = JSON.stringify({ kind: 'List', metadata: { continue: PADDING }, items });
  expect(() => run(text, { shape: listShape })).toThrow('items[1].metadata.name must be a string');
});

it('checks the form of a long list without items', () => {
  const text = JSON.stringify({ kind: 'List', metadata: { continue: PADDING, resourceVersion: 5 }, items: [] });
  expect(() => run(text, { shape: listShape })).toThrow('metadata.resourceVersion must be a string');
});
