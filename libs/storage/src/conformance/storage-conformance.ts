import { type OpenStore, type WithStore, withStore } from './conformance-store.js';
import { filling } from './filling.js';
import { lifetime } from './lifetime.js';
import { model } from './model.js';
import { order } from './order.js';
import { reading } from './reading.js';
import { watching } from './watching.js';
import { writes } from './writes.js';

export interface ConformanceOptions {
  /** How many random histories the model test tries. Default: 60. */
  readonly modelRuns?: number;
}

const MODEL_RUNS = 60;

const parts: Readonly<Record<string, (store: WithStore) => void>> = {
  writes,
  order,
  watching,
  reading,
  lifetime,
  filling,
};

/**
 * The suite every driver runs: declares Jest tests, each on an empty store of its own. A driver that passes may stand
 * behind the registry.
 */
export function storageConformance(name: string, open: OpenStore, options: ConformanceOptions = {}): void {
  describe(`${name} is a Storage`, () => {
    for (const [part, declare] of Object.entries(parts)) describe(part, () => declare(withStore(open)));
    describe('model', () => model(open, options.modelRuns ?? MODEL_RUNS));
  });
}
