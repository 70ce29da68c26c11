import type { Vocabulary } from '@orch/vocabulary';
import { access, pendingRequest } from './access.js';
import { cluster } from './cluster.js';
import { CONFIGURATION } from './configuration.js';
import type { DemoObject } from './demo-object.js';
import { workloads } from './workloads.js';

/** All objects of the demo, each after those that it needs. */
export const demoObjects = (vocabulary: Vocabulary, nowMs: number): DemoObject[] => [
  ...cluster(vocabulary, nowMs),
  ...CONFIGURATION,
  ...access(vocabulary),
  ...workloads(nowMs),
  pendingRequest(vocabulary),
];
