import type { JSX, RefObject } from 'preact';
import type { Resource } from '../api/resource';
import type { Row } from '../api/table';
import { goTo, objectHash } from '../route/route';
import { Icon } from '../ui/icon';
import { cut } from '../ui/bounds';
import { now } from '../ui/clock';
import { isFinished, toneOf } from '../ui/tone';
import type { ShownColumn } from './shown-columns';
import type { Marks } from './use-marks';
import type { useVirtualRows } from './use-virtual-rows';

/** Characters of a cell that are drawn: more than fit. */
const LONGEST_CELL = 300;

export interface GridProps {
  readonly label: string;
  readonly resource: Resource;
  readonly columns: readonly ShownColumn[];
  /** For `grid-template-columns`. */
  readonly widths: string;
  readonly rows: readonly Row[];
  readonly total: number;
  readonly selected: string | undefined;
  readonly sort: { readonly by: string; readonly isDescending: boolean };
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly virtual: ReturnType<typeof useVirtualRows>;
  readonly onSort: (column: string) => void;
  /** undefined: rows cannot be marked. */
  readonly marks: Marks | undefined;
}

/** Width of the column of marks. */
const MARKS = '34px';

/** A table of which only the rows in view are in the document. */
export function Grid(props: GridProps): JSX.Element {
  const { label, resource, columns, widths, rows, total, selected, scroller, virtual, marks } = props;
  const count = columns.length + (marks === undefined ? 0 : 1);
  return (
    <div class="grid-scroll" ref={scroller} tabIndex={0} role="region" aria-label={label}>
      <div
        class="grid"
        role="table"
        aria-label={label}
        aria-rowcount={total + 1}
        aria-colcount={count}
        ref={(element) => element?.style.setProperty('--columns', marks === undefined ? widths : `${MARKS} ${widths}`)}
      >
        <Head {...props} />
        <div class="grid-body" role="rowgroup" style={{ height: `${virtual.getTotalSize()}px` }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            const isSelected = row.key === selected;
            const isMarked = marks?.rows.has(row.key);
            const onMark = marks?.toggle;
            return (
              <Line key={row.key} {...{ row, index, top: start, resource, columns, isSelected, isMarked, onMark }} />
            );
          })}
        </div>
      </div>
    </div>
  );
}

function Head({ columns, sort, onSort, marks, rows }: GridProps): JSX.Element {
  return (
    <div class="grid-head" role="rowgroup">
      <div class="grid-line" role="row" aria-rowindex={1}>
        {marks !== undefined && <MarkAll marks={marks} rows={rows} />}
        {columns.map(({ name, description, role }) => {
          const isSorted = sort.by === name;
          return (
            <div
              key={name}
              role="columnheader"
              class={role === 'name' ? 'name' : ''}
              aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : 'none'}
            >
              <button type="button" title={description} onClick={() => onSort(name)}>
                {name}
                {isSorted && <Icon name={sort.isDescending ? 'down' : 'up'} />}
              </button>
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Marks all rows that are loaded and match the filter, or none. */
function MarkAll({ marks, rows }: { readonly marks: Marks; readonly rows: readonly Row[] }): JSX.Element {
  const { size } = marks.rows;
  const isAll = size > 0 && size === rows.length;
  return (
    <div role="columnheader" class="grid-mark">
      <input
        type="checkbox"
        aria-label={`Select all ${rows.length}`}
        checked={isAll}
        ref={(input) => {
          if (input) input.indeterminate = size > 0 && !isAll;
        }}
        onChange={() => marks.replace(isAll ? [] : rows)}
      />
    </div>
  );
}

interface LineProps extends Pick<GridProps, 'resource' | 'columns'> {
  readonly row: Row;
  readonly index: number;
  /** In pixels. */
  readonly top: number;
  readonly isSelected: boolean;
  /** undefined: it cannot be marked. */
  readonly isMarked: boolean | undefined;
  readonly onMark: ((row: Row) => void) | undefined;
}

/** Reads a signal and has no state of hooks: so it is rendered only when one of its props, or the time, is another one. */
function Line({ row, index, top, resource, columns, isSelected, isMarked, onMark }: LineProps): JSX.Element {
  const nowMs = now.value;
  const href = objectHash(resource, row.namespace, row.name);
  return (
    <div
      class={row.isDeleting ? 'grid-line deleting' : 'grid-line'}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      style={{ transform: `translateY(${top}px)` }}
      onClick={(event) => {
        const isOwn = event.target instanceof Element && event.target.closest('a, .grid-mark') !== null;
        if (!isOwn && getSelection()?.isCollapsed !== false) goTo(href);
      }}
    >
      {onMark !== undefined && (
        <div role="cell" class="grid-mark">
          <input
            type="checkbox"
            aria-label={`Select ${row.key}`}
            checked={isMarked === true}
            onChange={() => onMark(row)}
          />
        </div>
      )}
      {columns.map((column) => {
        const text = cut(column.text(row, nowMs), LONGEST_CELL);
        return (
          <div key={column.name} role="cell" class={`grid-cell ${column.role}`} title={text}>
            {column.role === 'name' ? (
              <a href={href}>{text}</a>
            ) : column.role === 'status' ? (
              <Word text={text} finished={isFinished(row.cells)} />
            ) : (
              text
            )}
          </div>
        );
      })}
    </div>
  );
}

function Word({ text, finished }: { readonly text: string; readonly finished: boolean }): JSX.Element {
  const tone = toneOf(text, finished);
  return tone === '' ? <>{text}</> : <span class={`badge ${tone}`}>{text}</span>;
}
