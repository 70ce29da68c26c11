import type { Row } from '../api/table';
import { arrange, rearrange } from './arrange';
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

describe('rearrange', () => {
  const cases = [
    ['the order of the server', { filter: '', sortBy: '', isDescending: false }],
    ['a column of numbers', { filter: '', sortBy: 'Restarts', isDescending: true }],
    ['names, filtered', { filter: 'w 1', sortBy: 'Name', isDescending: false }],
  ] as const;

  test.each(cases)('after any changes shows what arranging all of them would: %s', (_name, arrangement) => {
    let seed = 7;
    const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const rows = mapOf(...Array.from({ length: 40 }, (_, n) => row(`w${n}`, n % 5)));
    let shown = arrange(rows, [], columns, arrangement);
    for (let round = 0; round < 50; round++) {
      const changes = new Map<string, Row | undefined>();
      for (let n = random(6); n >= 0; n--) {
        const changed = row(`w${random(60)}`, random(5));
        if (!changes.has(changed.key)) changes.set(changed.key, rows.get(changed.key));
        if (random(3) === 0) rows.delete(changed.key);
        else rows.set(changed.key, changed);
      }
      shown = rearrange(rows, shown, changes, columns, arrangement);
      expect(shown).toEqual(arrange(rows, [], columns, arrangement));
    }
  });

  test('finds rows also in a column of numbers and texts, which has no order', () => {
    const values: unknown[] = [-1, '-3', -5, '-2', -4, '-6', 0];
    const mixed = values.map((value, n) => ({ ...row(`w${n}`, 0), cells: [`w${n}`, value] }));
    const arrangement = { filter: '', sortBy: 'Restarts', isDescending: false };
    const before = arrange(mapOf(...mixed), [], columns, arrangement);
    for (const old of mixed) {
      const changed = { ...old, labels: { is: 'changed' } };
      const rows = mapOf(...mixed.map((other) => (other === old ? changed : other)));
      const after = rearrange(rows, before, new Map([[old.key, old]]), columns, arrangement);
      expect(after).toEqual(before.map((other) => (other === old ? changed : other)));
    }
  });
});
