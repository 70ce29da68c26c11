import type { Row } from '../api/table';
import type { Arrangement } from './arrange';
import { RowOrder } from './row-order';
import { shownColumns } from './shown-columns';

const row = (name: string): Row => ({
  key: name,
  name,
  namespace: '',
  uid: name,
  cells: [name],
  labels: {},
  created: 0,
  isDeleting: false,
});
const columns = shownColumns([{ name: 'Name', type: 'string', priority: 0 }], false, false);
const plain: Arrangement = { filter: '', sortBy: '', isDescending: false };

/** A table of which the test says what it gives as its changes. */
class Script {
  readonly rows = new Map<string, Row>(['a', 'b'].map((name) => [name, row(name)]));
  changes: Map<string, Row | undefined> | undefined;

  takeChanges(): Map<string, Row | undefined> | undefined {
    const { changes } = this;
    this.changes = new Map();
    return changes;
  }

  add(name: string): void {
    this.rows.set(name, row(name));
    this.changes?.set(name, undefined);
  }
}

const names = (rows: readonly Row[]): string[] => rows.map(({ name }) => name);

describe('RowOrder', () => {
  test('follows the changes, and gives the same array when there are none', () => {
    const table = new Script();
    const order = new RowOrder(table);
    const first = order.current(columns, plain);
    expect(names(first)).toEqual(['a', 'b']);
    expect(order.current(columns, { ...plain })).toBe(first);
    table.add('0');
    expect(names(order.current(columns, plain))).toEqual(['0', 'a', 'b']);
    expect(names(first)).toEqual(['a', 'b']);
  });

  test('looks at all rows when any may have changed', () => {
    const table = new Script();
    const order = new RowOrder(table);
    order.current(columns, plain);
    table.changes = undefined;
    table.add('c');
    expect(names(order.current(columns, plain))).toEqual(['a', 'b', 'c']);
  });

  test('a new arrangement includes changes of the same moment', () => {
    const table = new Script();
    const order = new RowOrder(table);
    order.current(columns, plain);
    table.add('c');
    expect(names(order.current(columns, { ...plain, sortBy: 'Name', isDescending: true }))).toEqual(['c', 'b', 'a']);
    expect(names(order.current(columns, { ...plain, filter: 'b' }))).toEqual(['b']);
  });
});
