import { type OpenStore, type WithStore, withStore } from './conformance-store.js';
import { filling } from './filling.js';
import { lifetime } from './lifetime.js';
import { model } from './model.js';
import { order } from './order.js';
import { reading } from './reading.js';
import { watching } from './watching.js';
import { writes } from './writes.js';

export interface ConformanceOptions {
  /** Number of random histories of the model test. Default: 60. */
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
 * The suite of every driver: declares Jest tests, each on its own empty store. The registry requires a driver that passes.
 */
export function storageConformance(name: string, open: OpenStore, options: ConformanceOptions = {}): void {
  describe(`${name} is a Storage`, () => {
    for (const [part, declare] of Object.entries(parts)) describe(part, () => declare(withStore(open)));
    describe('model', () => model(open, options.modelRuns ?? MODEL_RUNS));
  });
}
