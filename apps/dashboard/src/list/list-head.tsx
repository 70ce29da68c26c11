import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { failureOf } from '../api/failure';
import type { Row } from '../api/table';
import type { ListQuery } from '../live/list-query';
import type { LiveTable } from '../live/live-table';
import { goTo, newHash, setParameters } from '../route/route';
import type { Session } from '../session/session';
import { Icon } from '../ui/icon';
import { Menu } from '../ui/menu';
import { exportCsv, exportObjects } from './export-list';
import type { ShownColumn } from './shown-columns';

export interface ListHeadProps {
  readonly session: Session;
  readonly query: ListQuery;
  readonly table: LiveTable | undefined;
  readonly columns: readonly ShownColumn[];
  readonly rows: readonly Row[];
  readonly title: string;
  readonly isWide: boolean;
}

const number = new Intl.NumberFormat('en');

/** `12 of 1,234`: shown and all. */
function countText(table: LiveTable, shown: number): string {
  return shown === table.total
    ? number.format(table.total)
    : `${number.format(shown)} of ${number.format(table.total)}`;
}

export function ListHead({ session, query, table, columns, rows, title, isWide }: ListHeadProps): JSX.Element {
  const [problem, setProblem] = useState('');
  const mayCreate = query.resource.verbs.includes('create') && session.may('create', query.resource, query.namespace);
  const save = (format: 'yaml' | 'json'): void => {
    setProblem('');
    exportObjects(session, query, rows, format).catch((error: unknown) => setProblem(failureOf(error).message));
  };
  return (
    <div class="view-head">
      <h1>{title}</h1>
      {table !== undefined && table.state !== 'loading' && (
        <span class="badge count">{countText(table, rows.length)}</span>
      )}
      {query.namespace !== '' && <span class="muted">in {query.namespace}</span>}
      {problem !== '' && <span role="alert">{problem}</span>}
      <div class="view-actions">
        {mayCreate && (
          <button type="button" class="button primary" onClick={() => goTo(newHash(query.resource, query.namespace))}>
            Create
          </button>
        )}
        <button
          type="button"
          class="button"
          aria-pressed={isWide}
          title="More columns"
          onClick={() => setParameters({ wide: isWide ? '' : '1' })}
        >
          <Icon name="columns" />
          Wide
        </button>
        <Menu
          name="Export"
          label={
            <>
              <Icon name="download" />
              Export
            </>
          }
          items={[
            { text: 'CSV, as shown', run: () => exportCsv(query.resource.resource, columns, rows) },
            { text: 'YAML', run: () => save('yaml') },
            { text: 'JSON', run: () => save('json') },
          ]}
        />
      </div>
    </div>
  );
}
