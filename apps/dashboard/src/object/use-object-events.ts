import type { ApiObject } from '../api/object';
import type { Row } from '../api/table';
import type { ObjectEvent } from '../diagnosis/diagnose-events';
import { useLiveTable } from '../list/use-live-table';
import type { Session } from '../session/session';

export interface SeenEvent extends ObjectEvent {
  /** Equal for one event only. */
  readonly key: string;
  /** The age, as the server writes it. */
  readonly lastSeen: string;
}

export interface ObjectEvents {
  /** The newest first. */
  readonly events: readonly SeenEvent[];
  readonly failure: string | undefined;
}

/** Events about an object, live; undefined, and nothing is requested, when the user may not list them. */
export function useObjectEvents(session: Session, object: ApiObject): ObjectEvents | undefined {
  const resource = session.find('events', '');
  const { uid, namespace = 'default' } = object.metadata;
  const mayList = resource !== undefined && uid !== undefined && session.may('list', resource, namespace);
  const query = { resource, namespace, labelSelector: '', fieldSelector: `involvedObject.uid=${uid ?? ''}` };
  const table = useLiveTable(session, mayList ? { ...query, resource } : undefined);
  if (!mayList) return undefined;
  const cell = (row: Row, name: string): string => {
    const index = table?.columns.findIndex((column) => column.name === name) ?? -1;
    return String((row.cells[index] as string | number | undefined) ?? '');
  };
  const rows = [...(table?.rows.values() ?? [])].toSorted((a, b) => b.created - a.created);
  return {
    events: rows.map((row) => ({
      key: row.key,
      lastSeen: cell(row, 'Last Seen'),
      type: cell(row, 'Type'),
      reason: cell(row, 'Reason'),
      message: cell(row, 'Message'),
      time: new Date(row.created).toISOString(),
    })),
    failure: table?.failure?.message,
  };
}
