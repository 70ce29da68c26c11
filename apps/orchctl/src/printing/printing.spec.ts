import { describeObject, spaced } from './description.js';
import { outputFormat } from './output-format.js';
import { tabularShape, type ServerTable } from './server-table.js';
import { tableCells, tableHeader } from './table-rows.js';
import { textTable } from './text-table.js';

it('columns line up, also with wide letters; the last one is not padded', () => {
  expect(textTable(['NAME', 'AGE'], [['a', '1d'], ['日本', '2d']])).toBe('NAME   AGE\na      1d\n日本   2d\n'); // prettier-ignore
  expect(textTable(undefined, [])).toBe('');
});

describe('server tables', () => {
  const table: ServerTable = {
    kind: 'Table',
    columnDefinitions: [{ name: 'Name' }, { name: 'Ready' }, { name: 'Node', priority: 1 }],
    rows: [{ cells: ['a', 1, null], object: { metadata: { namespace: 'n', labels: { x: 'y' } } } }],
  };
  const view = { wide: false, namespaces: false, labels: false };
  it('columns with a priority are for wide output', () => {
    expect(tableHeader(table, view)).toEqual(['NAME', 'READY']);
    expect(tableCells(table, { ...view, wide: true })).toEqual([['a', '1', '']]);
  });
  it('namespace and labels come around', () => {
    const all = { ...view, namespaces: true, labels: true, namePrefix: 'pod/' };
    expect(tableHeader(table, all)).toEqual(['NAMESPACE', 'NAME', 'READY', 'LABELS']);
    expect(tableCells(table, all)).toEqual([['n', 'pod/a', '1', 'x=y']]);
  });
  it('a cell without a value is null, but a row has cells', () => {
    expect(tabularShape(table)).toBeUndefined();
    expect(tabularShape({ ...table, rows: [{}] })).toBe('.rows[0].cells is missing');
  });
  it('a cell cannot forge rows or move the cursor', () =>
    expect(tableCells({ ...table, rows: [{ cells: ['a\n\u001b[2Jb'] }] }, view)[0]?.[0]).toBe('a ^[[2Jb'));
});

it('describes any object, its keys as words', () => {
  const text = describeObject({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'a', namespace: 'n', labels: { 'app.x/a': 'b' }, uid: 'u', managedFields: [{}] },
    spec: { nodeName: 'x', containers: [{ name: 'c', args: ['1'] }], volumes: [] },
  });
  expect(text).toBe(
    [
      'Name:  a',
      'Namespace:  n',
      'Labels:',
      '  app.x/a:  b',
      'Annotations:  <none>',
      'API Version:  v1',
      'Kind:  Pod',
      'Metadata:',
      '  Uid:  u',
      'Spec:',
      '  Node Name:  x',
      '  Containers:',
      '    - Name:  c',
      '      Args:',
      '        - 1',
      '  Volumes:  <none>',
      '',
    ].join('\n'),
  );
});

it('a Secret is described without its data', () => {
  const text = describeObject({
    kind: 'Secret',
    metadata: { name: 'a' },
    data: { key: 'c2VjcmV0' },
    stringData: { b: 'secret' },
  });
  expect(text).toContain('key:  6 bytes');
  expect(text).not.toMatch(/c2VjcmV0|secret/);
});

it('runs of capitals stay together', () =>
  expect([spaced('podIP'), spaced('lastTransitionTime')]).toEqual(['Pod IP', 'Last Transition Time']));

it('an unknown output format names the known ones', () =>
  expect(() => outputFormat('jsno', ['json', 'yaml'])).toThrow(
    '-o jsno: unknown output format, use one of json, yaml',
  ));

it.each(['x', '日', 'e\u0301'])(
  'a cell of a million characters %p is not repeated as spaces in other rows',
  (character) => {
    const long = character.repeat(1_000_000 / character.length);
    const text = textTable(undefined, [[long, 'b'], ...Array.from({ length: 50 }, () => ['a', 'b'])]);
    expect(text.split('\n').slice(0, 2)).toEqual([`${long}   b`, `a${' '.repeat(1_002)}b`]);
    expect(text.length).toBeLessThan(1_100_000);
  },
);
