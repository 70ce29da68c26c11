import type { JSX, RefObject } from 'preact';
import type { Resource } from '../api/resource';
import type { Row } from '../api/table';
import { goTo, objectHash } from '../route/route';
import { Icon } from '../ui/icon';
import { cut } from '../ui/bounds';
import { now } from '../ui/clock';
import { toneOf } from '../ui/tone';
import type { ShownColumn } from './shown-columns';
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
}

/** A table of which only the rows in view are in the document. */
export function Grid(props: GridProps): JSX.Element {
  const { label, resource, columns, widths, rows, total, selected, scroller, virtual } = props;
  return (
    <div class="grid-scroll" ref={scroller} tabIndex={0} role="region" aria-label={label}>
      <div
        class="grid"
        role="table"
        aria-label={label}
        aria-rowcount={total + 1}
        aria-colcount={columns.length}
        ref={(element) => element?.style.setProperty('--columns', widths)}
      >
        <Head {...props} />
        <div class="grid-body" role="rowgroup" style={{ height: `${virtual.getTotalSize()}px` }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index];
            if (row === undefined) return null;
            const isSelected = row.key === selected;
            return <Line key={row.key} {...{ row, index, top: start, resource, columns, isSelected }} />;
          })}
        </div>
      </div>
    </div>
  );
}

function Head({ columns, sort, onSort }: GridProps): JSX.Element {
  return (
    <div class="grid-head" role="rowgroup">
      <div class="grid-line" role="row" aria-rowindex={1}>
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

interface LineProps extends Pick<GridProps, 'resource' | 'columns'> {
  readonly row: Row;
  readonly index: number;
  /** In pixels. */
  readonly top: number;
  readonly isSelected: boolean;
}

/** Reads a signal and has no state of hooks: so it is rendered only when one of its props, or the time, is another one. */
function Line({ row, index, top, resource, columns, isSelected }: LineProps): JSX.Element {
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
        const isLink = event.target instanceof HTMLAnchorElement;
        if (!isLink && getSelection()?.isCollapsed !== false) goTo(href);
      }}
    >
      {columns.map((column) => {
        const text = cut(column.text(row, nowMs), LONGEST_CELL);
        return (
          <div key={column.name} role="cell" class={`grid-cell ${column.role}`} title={text}>
            {column.role === 'name' ? (
              <a href={href}>{text}</a>
            ) : column.role === 'status' ? (
              <Word text={text} />
            ) : (
              text
            )}
          </div>
        );
      })}
    </div>
  );
}

function Word({ text }: { readonly text: string }): JSX.Element {
  const tone = toneOf(text);
  return tone === '' ? <>{text}</> : <span class={`badge ${tone}`}>{text}</span>;
}
