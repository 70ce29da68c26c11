import { controllerEntry } from '../controller-entry.js';

export const taintEviction = controllerEntry({
  name: 'taint-eviction',
  aliases: ['taint-eviction-controller'],
  defaultOn: true,
  summary: 'Deletes pods that do not tolerate the taints of their node.',
  flags: [],
  load: async () => (await import('./taint-eviction.module.js')).TaintEvictionModule,
});
