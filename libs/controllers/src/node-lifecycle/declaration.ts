import { controllerEntry } from '../controller-entry.js';
import { nodeLifecycleFlags, nodeLifecycleSettings } from './flags.js';

export const nodeLifecycle = controllerEntry({
  name: 'node-lifecycle',
  aliases: ['nodelifecycle', 'node-lifecycle-controller'],
  reconcilers: ['node-lifecycle', 'node-health', 'pods-of-failed-nodes'],
  defaultOn: true,
  summary: 'Marks nodes that stopped to report, and taints nodes by their conditions.',
  flags: [nodeLifecycleFlags],
  load: async (flags) => {
    const settings = nodeLifecycleSettings(flags);
    return (await import('./node-lifecycle.module.js')).NodeLifecycleModule.forRoot(settings);
  },
});
