import { setImmediate as nextTurn } from 'node:timers/promises';
import { systemClock } from '@orch/apimachinery';
import type { LoopbackClient } from '@orch/registry';
import { vocabularies } from '@orch/vocabulary';
import { DefinitionKeeper } from './definition-keeper.js';
import type { DefinitionParts } from './definition-parts.js';

const vocabulary = vocabularies.orch;

const terminating = (at: number): DefinitionParts =>
  ({
    metadata: {
      name: `things${at}.example.com`,
      uid: `u${at}`,
      deletionTimestamp: '2024-01-01T00:00:00Z',
      finalizers: [vocabulary.finalizers.customResourceCleanup],
    },
    spec: { group: 'example.com', names: { plural: `things${at}`, kind: `Thing${at}` }, versions: [] },
  }) as unknown as DefinitionParts;

describe('definitions that are deleted at once', () => {
  it('are finalized in separate turns of the event loop', async () => {
    const definitions = new Map(Array.from({ length: 50 }, (_, at) => [`things${at}.example.com`, terminating(at)]));
    let reads = 0;
    const finished = new Set<string>();
    const client = {
      read: (_resource: string, _namespace: string, name: string) => (reads++, definitions.get(name)),
      change: (_resource: string, _namespace: string, name: string, compute: (current: DefinitionParts) => object) => {
        const { metadata } = compute(definitions.get(name)!) as DefinitionParts;
        if (!metadata.finalizers?.length) finished.add(name);
        return Promise.resolve();
      },
    } as unknown as LoopbackClient;
    const keeper = new DefinitionKeeper({
      client,
      vocabulary,
      clock: systemClock,
      ended: new AbortController().signal,
      deleteInstances: () => Promise.resolve(),
      warn: () => undefined,
    });
    for (const definition of definitions.values()) keeper.loaded(definition);
    keeper.begin();
    const readsByTurn: number[] = [];
    while (finished.size < definitions.size) {
      const before = reads;
      await nextTurn();
      readsByTurn.push(reads - before);
    }
    expect(Math.max(...readsByTurn)).toBeLessThanOrEqual(16);
    expect(readsByTurn.length).toBeGreaterThan(20);
  });
});
