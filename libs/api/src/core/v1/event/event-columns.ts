import { ageSince, column, WIDE } from '../../../definition/columns.js';
import type { PrinterColumn } from '../../../definition/kind-declaration.js';
import type { ObjectReference } from '../references.js';
import type { Event } from './event.types.js';

const text = (name: string, description: string, value: (event: Event, nowMs: number) => string, priority = 0) =>
  column<Event>({ name, type: 'string', description, ...(priority === 0 ? {} : { priority }) }, value);

const lastSeen = (event: Event): string | undefined =>
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
  text('Last Seen', 'Time since the last occurrence.', (event, nowMs) => ageSince(lastSeen(event), nowMs)),
  text('Type', 'Normal or Warning.', ({ type }) => type ?? ''),
  text('Reason', 'Why it happened, in one word.', ({ reason }) => reason ?? ''),
  text('Object', 'Involved object.', ({ involvedObject }) => objectText(involvedObject)),
  text('Subobject', 'Field of the involved object.', ({ involvedObject }) => involvedObject?.fieldPath ?? '', WIDE),
  text('Source', 'Component that reported the event.', sourceText, WIDE),
  text('Message', 'What happened.', ({ message }) => (message ?? '').trim()),
  text(
    'First Seen',
    'Time since it first happened.',
    (event, nowMs) => ageSince(event.firstTimestamp ?? event.eventTime, nowMs),
    WIDE,
  ),
  column<Event>(
    { name: 'Count', type: 'string', priority: WIDE, description: 'How often it happened.' },
    ({ series, count }) => series?.count ?? count ?? 1,
  ),
  column<Event>(
    { name: 'Name', type: 'string', format: 'name', priority: WIDE, description: 'Name of the event.' },
    ({ metadata }) => metadata.name ?? '',
  ),
];
