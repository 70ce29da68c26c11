import type { Vocabulary } from '@orch/vocabulary';
import type { Strategy } from '../../../definition/strategy.js';
import type { Event } from './event.types.js';
import { validateEvent } from './event.validation.js';

export const eventStrategy = (vocabulary: Vocabulary): Strategy<Event> => ({
  validateCreate: (event) => validateEvent(event, 'reportingComponent', vocabulary),
  validateUpdate: (event) => validateEvent(event, 'reportingComponent', vocabulary),
});
