import { controllerEntry } from '../controller-entry.js';

export const namespaceFinalizer = controllerEntry({
  name: 'namespace-finalizer',
  aliases: ['namespace'],
  defaultOn: true,
  summary: 'Deletes the content of terminating namespaces.',
  flags: [],
  load: async () => (await import('./namespace-finalizer.module.js')).NamespaceFinalizerModule,
});
