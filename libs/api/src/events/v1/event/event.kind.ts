import type { ApiObject } from '@orch/apimachinery';
import { EVENT_COLUMNS } from '../../../core/v1/event/event-columns.js';
import { NEWER_EVENT_FIELDS } from '../../../core/v1/event/event-fields.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import type { PrinterColumn } from '../../../definition/printer-column.js';
import { eventConversion } from './event.conversion.js';
import { newerEventStrategy } from './event.strategy.js';
import { Event } from './event.types.js';

/** The cells are those of a core event, so that both groups look alike. */
const asStored = (column: PrinterColumn): PrinterColumn => ({
  ...column,
  value: (event: ApiObject, nowMs) => column.value(eventConversion.toStored(event), nowMs),
});

export const newerEventKind: KindDeclaration = {
  type: Event,
  group: 'events',
  version: 'v1',
  kind: 'Event',
  resource: 'events',
  singular: 'event',
  shortNames: ['ev'],
  namespaced: true,
  nameRule: 'dns-subdomain',
  deleteAnswers: 'status',
  allowsCreateOnUpdate: true,
  defaultPropagation: 'None',
  selectableFields: NEWER_EVENT_FIELDS,
  columns: EVENT_COLUMNS.map(asStored),
  strategy: newerEventStrategy,
  conversion: eventConversion,
};
