import { controllerEntry } from '../controller-entry.js';

export const namespaceFinalizer = controllerEntry({
  name: 'namespace-finalizer',
  aliases: ['namespace'],
  defaultOn: true,
  summary: 'Empties namespaces that are being deleted.',
  flags: [],
  load: async () => (await import('./namespace-finalizer.module.js')).NamespaceFinalizerModule,
});
