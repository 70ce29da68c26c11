import { ageSince, column, NAME_COLUMN, WIDE } from '../../../definition/columns.js';
import type { PrinterColumn } from '../../../definition/printer-column.js';
import type { ObjectReference } from '../references.js';
import type { Event } from './event.types.js';

const text = (name: string, description: string, value: (event: Event, nowMs: number) => string, priority = 0) =>
  column<Event>({ name, type: 'string', description, ...(priority === 0 ? {} : { priority }) }, value);

const lastSeen = (event: Event): string | null | undefined =>
  event.series?.lastObservedTime ?? event.lastTimestamp ?? event.firstTimestamp ?? event.eventTime;

function objectText({ kind = '', name = '' }: ObjectReference = {}): string {
  return kind === '' ? name : `${kind.toLowerCase()}/${name}`;
}

/** `component, host`, or the reporting controller if the older field is empty. */
function sourceText({ source = {}, reportingComponent = '', reportingInstance = '' }: Event): string {
  const component = source.component || reportingComponent;
  const host = source.host || reportingInstance;
  return host === '' ? component : `${component}, ${host}`;
}

export const EVENT_COLUMNS: readonly PrinterColumn[] = [
  text('Last Seen', 'The time at which the most recent occurrence of this event was recorded.', (event, nowMs) =>
    ageSince(lastSeen(event), nowMs),
  ),
  text(
    'Type',
    'Type of this event (Normal, Warning), new types could be added in the future',
    ({ type }) => type ?? '',
  ),
  text('Reason', 'Reason of the event, in one word.', ({ reason }) => reason ?? ''),
  text('Object', 'The object that this event is about.', ({ involvedObject }) => objectText(involvedObject)),
  text('Subobject', 'Field of the involved object.', ({ involvedObject }) => involvedObject?.fieldPath ?? '', WIDE),
  text(
    'Source',
    'The component reporting this event. Should be a short machine understandable string.',
    sourceText,
    WIDE,
  ),
  text('Message', 'A human-readable description of the status of this operation.', ({ message }) =>
    (message ?? '').trim(),
  ),
  text(
    'First Seen',
    'The time at which the event was first recorded. (Time of server receipt is in TypeMeta.)',
    (event, nowMs) => ageSince(event.firstTimestamp ?? event.eventTime, nowMs),
    WIDE,
  ),
  column<Event>(
    { name: 'Count', type: 'string', priority: WIDE, description: 'The number of times this event has occurred.' },
    ({ series, count }) => series?.count ?? count ?? 1,
  ),
  column<Event>(
    { name: 'Name', type: 'string', format: 'name', priority: WIDE, description: NAME_COLUMN.description },
    ({ metadata }) => metadata.name ?? '',
  ),
];
