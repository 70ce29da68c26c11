import type { Row } from '../api/table';
import { arrange } from './arrange';
import { shownColumns } from './shown-columns';

const row = (name: string, restarts: number, labels: Row['labels'] = {}): Row => ({
  key: `n/${name}`,
  name,
  namespace: 'n',
  uid: name,
  cells: [name, restarts],
  labels,
  created: 0,
  isDeleting: false,
});
const columns = shownColumns(
  [
    { name: 'Name', type: 'string', priority: 0 },
    { name: 'Restarts', type: 'integer', priority: 0 },
  ],
  false,
  false,
);
const mapOf = (...rows: Row[]): Map<string, Row> => new Map(rows.map((entry) => [entry.key, entry]));
const names = (rows: readonly Row[]): string[] => rows.map(({ name }) => name);

describe('arrange', () => {
  const rows = mapOf(row('web-10', 1), row('web-9', 20, { tier: 'front' }), row('db', 3));

  test('sorts numbers as numbers, also inside of names; equal rows stay in the order of the server', () => {
    expect(names(arrange(rows, [], columns, { filter: '', sortBy: 'Restarts', isDescending: true }))).toEqual([
      'web-9',
      'db',
      'web-10',
    ]);
    expect(names(arrange(rows, [], columns, { filter: '', sortBy: 'Name', isDescending: false }))).toEqual([
      'db',
      'web-9',
      'web-10',
    ]);
    expect(names(arrange(rows, [], columns, { filter: '', sortBy: '', isDescending: false }))).toEqual([
      'db',
      'web-10',
      'web-9',
    ]);
  });

  test('all words of the filter must occur, in cells or labels', () => {
    expect(names(arrange(rows, [], columns, { filter: 'WEB tier=front', sortBy: '', isDescending: false }))).toEqual([
      'web-9',
    ]);
  });

  test('rows of the last result that are gone disappear, changed ones are replaced', () => {
    const plain = { filter: '', sortBy: '', isDescending: false };
    const before = arrange(rows, [], columns, plain);
    const after = arrange(mapOf(row('db', 4), row('new', 0)), before, columns, plain);
    expect(names(after)).toEqual(['db', 'new']);
    expect(after[0]!.cells[1]).toBe(4);
  });
});
