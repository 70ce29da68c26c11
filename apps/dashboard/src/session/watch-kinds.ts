import { LiveTable } from '../live/live-table';
import type { Session } from './session';

/** Changes often come together: the server is asked once, this long after the last one. */
const SETTLE_MS = 1_000;

/** Reads discovery again when kinds or extension API servers are added or removed, as far as the user may see that. @returns stops it. */
export function watchKinds(session: Session): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tables = ['customresourcedefinitions', 'apiservices'].flatMap((name) => {
    const resource = session.find(name);
    if (resource === undefined || !session.may('list', resource, '') || !session.may('watch', resource, '')) return [];
    let known = '';
    const table = new LiveTable(
      session.client,
      session.watches,
      { resource, namespace: '', labelSelector: '', fieldSelector: '' },
      () => {
        if (table.state === 'loading') return;
        const now = JSON.stringify([...table.rows.values()].map(({ key, uid, cells }) => [key, uid, cells[2]]));
        const isFirst = known === '';
        if (now === known) return;
        known = now;
        if (isFirst) return;
        clearTimeout(timer);
        timer = setTimeout(() => void session.refreshResources().catch(() => undefined), SETTLE_MS);
      },
    );
    table.start();
    return [table];
  });
  return () => {
    clearTimeout(timer);
    for (const table of tables) table.stop();
  };
}
