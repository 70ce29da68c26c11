import fc from 'fast-check';
import { pickMembers, selectMembers, type SelectedMembers } from './selected-members.js';

function run<T>(work: Generator<undefined, T>): { readonly value: T; readonly steps: number } {
  for (let steps = 1; ; steps++) {
    const step = work.next();
    if (step.done) return { value: step.value, steps };
  }
}
const select = (text: string, selected: SelectedMembers) =>
  run(selectMembers(Buffer.from(text), selected)).value.toString();

const names = ['a', 'b', 'metadata', '__proto__', '*', 'é', ''];
const name = fc.constantFrom(...names);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown>(null, true, 1.5, '', 'x"\\]', '\u{1f600}{'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(name, tie('value')), { maxLength: 4 }).map((all) => Object.fromEntries(all)),
  ),
}));
const { selected } = fc.letrec<{ selected: SelectedMembers }>((tie) => ({
  selected: fc
    .array(fc.tuple(name, fc.oneof({ depthSize: 'small' }, fc.boolean(), tie('selected'))), { maxLength: 4 })
    .map((all) => Object.fromEntries(all)),
}));

describe('selected members', () => {
  const cases: [string, SelectedMembers, unknown, unknown][] = [
    ['of an object', { a: true }, { a: { b: [1] }, c: 2 }, { a: { b: [1] } }],
    ['inside', { a: { b: true } }, { a: { b: 1, c: 2 }, d: 3 }, { a: { b: 1 } }],
    ['of each item of a list', { a: { b: true } }, { a: [{ b: 1, c: 2 }, { c: 3 }, 4] }, { a: [{ b: 1 }, {}, 4] }],
    ['all but one', { '*': true, a: false }, { a: 1, b: 2 }, { b: 2 }],
    [
      'all, and some of one',
      { '*': true, a: { '*': true, b: false } },
      { a: { b: 1, c: 2 }, d: 3 },
      { a: { c: 2 }, d: 3 },
    ],
    ['nothing inside', { a: { '*': false } }, { a: { b: 1 } }, { a: {} }],
    ['of a value that is not an object', { a: { b: true } }, { a: 'text' }, { a: 'text' }],
  ];
  it.each(cases)('%s', (_title, of, from, expected) => {
    expect(pickMembers(from, of)).toEqual(expected);
    expect(JSON.parse(select(JSON.stringify(from, null, 2), of))).toEqual(expected);
  });

  it('are the same of a value and of its JSON, however that is spaced', () =>
    fc.assert(
      fc.property(value, selected, fc.constantFrom(0, 1), (from, of, space) => {
        const text = JSON.stringify(from, null, space);
        expect(JSON.parse(select(text, of))).toEqual(pickMembers(JSON.parse(text), of));
      }),
    ));

  it('of a long list are copied in steps', () => {
    const items = Array.from({ length: 5_000 }, (_, at) => ({ at, rest: 'x' }));
    const { value: json, steps } = run(selectMembers(Buffer.from(JSON.stringify({ items })), { items: { at: true } }));
    expect(JSON.parse(json.toString())).toEqual({ items: items.map(({ at }) => ({ at })) });
    expect(steps).toBeGreaterThan(20);
  });

  it('are found in lists nested more deeply than calls may be', () => {
    const text = `${'['.repeat(100_000)}{"a":1,"b":2}${']'.repeat(100_000)}`;
    expect(select(text, { a: true })).toBe(text.replace(',"b":2', ''));
  });

  it.each(['{"a":1', '{"a" 1}', '{"a":{"b":1]', '[1,2', '{"b":"', '{"a":"', '{"b":{', '[[1] [2]]'])(
    'ends with an error where a value does not end: %s',
    (text) => expect(() => select(text, { a: true })).toThrow(SyntaxError),
  );
});
