import { checkObjects } from './check-objects.js';
import { checkSightings, checkVersions, type Sighting } from './check-versions.js';
import { checkWatches, type WatchAllowances } from './check-watches.js';
import type { Operation, Violation } from './history.js';
import type { WatchJourney } from './watch-history.js';

/** Everything that clients and watchers of one control plane recorded. */
export interface History {
  readonly operations: readonly Operation[];
  readonly journeys: readonly WatchJourney[];
}

/** All consistency violations of a history. */
export const checkHistory = ({ operations, journeys }: History, allowances: WatchAllowances): Violation[] => [
  ...checkObjects(operations),
  ...checkVersions(operations),
  ...checkSightings(sightings({ operations, journeys })),
  ...checkWatches(journeys, operations, allowances),
];

function* sightings({ operations, journeys }: History): Generator<Sighting> {
  for (const { id, key, outcome } of operations)
    if (outcome.is === 'done' && outcome.found) yield { ...outcome.found, key, by: `answer to ${id}` };
  for (const { name, steps } of journeys) {
    for (const step of steps) {
      if (step.is === 'event') yield { ...step, by: `${step.type} to ${name}` };
      if (step.is === 'listed')
        for (const item of step.items) yield { ...item, by: `list of ${name} at ${step.version}` };
    }
  }
}
