import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Row } from '../api/table';
import { titleOf } from '../kinds/sections';
import type { ListQuery } from '../live/list-query';
import type { LiveTable } from '../live/live-table';
import { goTo, objectHash, route, setParameters } from '../route/route';
import type { Session } from '../session/session';
import { Empty } from '../ui/notice';
import type { Arrangement } from './arrange';
import { Filters } from './filters';
import { Grid } from './grid';
import { ListHead } from './list-head';
import { ListMessages } from './list-messages';
import { MarkedBar } from './marked-bar';
import { type ArrangedRows, arrangementOf, nextSort, useArrangedRows } from './use-arranged-rows';
import { useLiveTable } from './use-live-table';
import { type Marks, useMarks } from './use-marks';
import { useSelection } from './use-selection';
import { useVirtualRows } from './use-virtual-rows';
import './list.css';

/** Rows of a kind that the user may list. */
export function ListView({ session, query }: { readonly session: Session; readonly query: ListQuery }): JSX.Element {
  const { parameters } = route.value;
  const table = useLiveTable(session, query);
  const arrangement = arrangementOf(parameters);
  const isWide = parameters.get('wide') === '1';
  const arranged = useArrangedRows(table, query, arrangement, isWide);
  const title = titleOf(query.resource);
  const isArranged = arrangement.filter !== '' || arrangement.sortBy !== '';
  const { resource, namespace, labelSelector, fieldSelector } = query;
  const marks = useMarks(table, [namespace, labelSelector, fieldSelector, arrangement.filter].join('\n'));
  const mayDelete = resource.verbs.includes('delete') && session.may('delete', resource, namespace);
  const isEmpty = table !== undefined && !['loading', 'failed'].includes(table.state) && arranged.rows.length === 0;
  return (
    <div class="kind-list">
      <ListHead session={session} query={query} table={table} {...arranged} title={title} isWide={isWide} />
      <Filters filter={arrangement.filter} labels={query.labelSelector} fields={query.fieldSelector} />
      <ListMessages table={table} isArranged={isArranged} />
      <MarkedBar session={session} resource={resource} marks={marks} />
      {isEmpty && (
        <Empty title={table.total === 0 ? `No ${title}` : 'Nothing matches the filter'}>
          {query.labelSelector + query.fieldSelector !== '' && <p>Only objects that match the selectors are listed.</p>}
        </Empty>
      )}
      {table !== undefined && table.columns.length > 0 && !isEmpty && (
        <Rows
          table={table}
          query={query}
          arrangement={arrangement}
          arranged={arranged}
          title={title}
          marks={mayDelete ? marks : undefined}
        />
      )}
    </div>
  );
}

interface RowsProps {
  readonly table: LiveTable;
  readonly query: ListQuery;
  readonly arrangement: Arrangement;
  readonly arranged: ArrangedRows;
  readonly title: string;
  readonly marks: Marks | undefined;
}

/** Rows from the end at which the next page is read. */
const AHEAD = 150;

function Rows({ table, query, arrangement, arranged, title, marks }: RowsProps): JSX.Element {
  const { rows } = arranged;
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualRows(rows.length, scroller);
  const { resource } = query;
  const open = (row: Row): void => goTo(objectHash(resource, row.namespace, row.name));
  const selected = useSelection(rows, virtual.scrollToIndex, open, marks?.toggle);
  useEffect(() => {
    // Of the table, not of the rows: a page that has just been read is not among these yet.
    const isNearEnd = (virtual.range?.endIndex ?? 0) > table.rows.size - AHEAD;
    if (isNearEnd && arrangement.filter === '' && table.state === 'live') void table.loadMore();
  });
  return (
    <Grid
      {...arranged}
      label={title}
      resource={resource}
      total={table.total}
      selected={selected}
      sort={{ by: arrangement.sortBy, isDescending: arrangement.isDescending }}
      scroller={scroller}
      virtual={virtual}
      marks={marks}
      onSort={(name) => setParameters({ sort: nextSort(name, arrangement) })}
    />
  );
}
