import type { Row } from '../api/table';
import type { LiveTable } from '../live/live-table';
import { arrange, type Arrangement, rearrange } from './arrange';
import type { ShownColumn } from './shown-columns';

/** The rows of a table in the order in which they are shown, kept from one view of it to the next. */
export class RowOrder {
  private rows: readonly Row[] = [];
  private columns: readonly ShownColumn[] | undefined;
  private arrangement: Arrangement | undefined;

  constructor(private readonly table: Pick<LiveTable, 'rows' | 'takeChanges'>) {}

  /** The rows as they are now: another array when something changed. */
  current(columns: readonly ShownColumn[], arrangement: Arrangement): readonly Row[] {
    const { table, rows } = this;
    const changes = table.takeChanges();
    const isSame = columns === this.columns && isEqual(arrangement, this.arrangement);
    if (!isSame || changes === undefined) this.rows = arrange(table.rows, rows, columns, arrangement);
    else if (changes.size > 0) this.rows = rearrange(table.rows, rows, changes, columns, arrangement);
    this.columns = columns;
    this.arrangement = arrangement;
    return this.rows;
  }
}

const isEqual = (a: Arrangement, b: Arrangement | undefined): boolean =>
  a.filter === b?.filter && a.sortBy === b.sortBy && a.isDescending === b.isDescending;
