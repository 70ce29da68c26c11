import { useEffect, useState } from 'preact/hooks';
import type { ListQuery } from '../live/list-query';
import { LiveTable } from '../live/live-table';
import type { Session } from '../session/session';

/** Changes are shown at most this often, so that a busy list leaves time for scrolling. */
const REDRAW_MS = 80;

/** Keeps a list up to date while the component is shown; renders it again after changes. @param wanted undefined: none. */
export function useLiveTable(session: Session, wanted: ListQuery | undefined): LiveTable | undefined {
  const { resource, namespace = '', labelSelector = '', fieldSelector = '' } = wanted ?? {};
  const [shown, setShown] = useState<{ readonly table: LiveTable } | undefined>(undefined);
  useEffect(() => {
    if (resource === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const query = { resource, namespace, labelSelector, fieldSelector };
    const table = new LiveTable(session.client, session.watches, query, () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        if (table.failure?.code === 403) session.remember('list', resource, namespace);
        setShown({ table });
      }, REDRAW_MS);
    });
    setShown({ table });
    table.start();
    return () => {
      clearTimeout(timer);
      table.stop();
    };
  }, [session, resource, namespace, labelSelector, fieldSelector]);
  return shown?.table;
}
