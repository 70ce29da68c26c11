import { eventStrategy } from '../../core/v1/event/event.strategy.js';
import type { KindDeclaration } from '../../definition/kind-declaration.js';
import { throughStored } from '../../definition/sibling-version.js';
import { structVersion } from '../../definition/struct-version.js';
import { eventConversion } from '../v1/event/event.conversion.js';
import { newerEventKind } from '../v1/event/event.kind.js';

/** B-418. The fields of v1 with the validation of core events: the stricter one was added with v1. */
export const betaEventKind: KindDeclaration = {
  ...newerEventKind,
  type: structVersion('events.v1', 'events.v1beta1')(newerEventKind.type),
  version: 'v1beta1',
  lifecycle: { deprecated: 22, removed: 25, replacement: { group: 'events', version: 'v1', kind: 'Event' } },
  strategy: (vocabulary) => throughStored(eventStrategy(vocabulary), eventConversion),
};
