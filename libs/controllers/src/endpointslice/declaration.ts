import { controllerEntry } from '../controller-entry.js';

export const endpointSlice = controllerEntry({
  name: 'endpointslice',
  aliases: ['endpointslice-controller'],
  defaultOn: true,
  summary: 'Maintains the EndpointSlices of services: the addresses of their pods.',
  flags: [],
  load: async () => (await import('./endpointslice.module.js')).EndpointSliceModule,
});
