import { objectText } from '../printing/object-output.js';
import { parseManifest } from './parse-manifest.js';

const parse = (text: string) => parseManifest(text, 'a.yaml').map(({ object }) => object as unknown);
const map = (data: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n${data}`;
const dataOf = (data: string) => (parse(map(data))[0] as { data: unknown }).data;

it('reads several documents, skips empty ones, takes lists apart', () => {
  const item = (name: string) => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name } });
  const text = `---\n${JSON.stringify(item('a'))}\n---\n# nothing\n---\n${JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [item('b'), item('c')] })}`;
  expect(parse(text)).toEqual([item('a'), item('b'), item('c')]);
  expect(parse('')).toEqual([]);
});

const scalars: [string, unknown][] = [
  ['yes', true],
  ['on', true],
  ['017', 15],
  ['0o17', 15],
  ['1:30', '1:30'],
  ['2001-01-01', '2001-01-01'],
  ['"yes"', 'yes'],
  ['1.20', 1.2],
];
for (const [text, value] of scalars) {
  it(`reads ${text} as other readers of manifests do`, () => expect(dataOf(`  a: ${text}`)).toEqual({ a: value }));
}

for (const text of ['yes', 'on', '0o17', '017', '1e3', 'null', '~', '2001-01-01', '1:30', '', ' a', 'a: b']) {
  it(`writes the text "${text}" so that it stays text`, () => {
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { a: text } };
    expect(parse(objectText(object, 'yaml'))).toEqual([object]);
    if (text !== ' a' && text !== 'a: b') expect(objectText(object, 'yaml')).toContain(`a: ${JSON.stringify(text)}`);
  });
}

it('merge keys are merged', () =>
  expect(dataOf('  a: &x {b: 1}\n  c: {<<: *x, d: 2}')).toEqual({ a: { b: 1 }, c: { b: 1, d: 2 } }));

const wrong: [string, string][] = [
  ['a: [', 'a.yaml, line 1: '],
  [`${map('  a: 1')}\n  a: 2`, 'a.yaml, line 6: Map keys must be unique'],
  ['- 1', 'a.yaml: an object with apiVersion and kind is wanted'],
  ['kind: Pod', 'a.yaml: apiVersion is not set'],
  ['apiVersion: v1', 'a.yaml: kind is not set'],
  ['apiVersion: v1\nkind: Pod', 'a.yaml: Pod: metadata is not set'],
];
for (const [text, want] of wrong) it(`refuses ${JSON.stringify(text)}`, () => expect(() => parse(text)).toThrow(want));
