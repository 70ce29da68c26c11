import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { EVENT_COLUMNS } from './event-columns.js';
import { EVENT_FIELDS } from './event-fields.js';
import { eventStrategy } from './event.strategy.js';
import { Event } from './event.types.js';

/** The form in which events of both groups are stored. */
export const eventKind: KindDeclaration = {
  type: Event,
  group: 'core',
  version: 'v1',
  kind: 'Event',
  resource: 'events',
  singular: 'event',
  shortNames: ['ev'],
  namespaced: true,
  nameRule: 'path-segment',
  plainFinalizers: true,
  deleteAnswers: 'status',
  allowsCreateOnUpdate: true,
  defaultPropagation: 'None',
  selectableFields: EVENT_FIELDS,
  columns: EVENT_COLUMNS,
  strategy: eventStrategy,
};
