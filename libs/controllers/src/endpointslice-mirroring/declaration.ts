import { controllerEntry } from '../controller-entry.js';

export const endpointSliceMirroring = controllerEntry({
  name: 'endpointslice-mirroring',
  aliases: ['endpointslicemirroring', 'endpointslice-mirroring-controller'],
  defaultOn: true,
  summary: 'Mirrors Endpoints that users maintain to EndpointSlices.',
  flags: [],
  load: async () => (await import('./endpointslice-mirroring.module.js')).EndpointSliceMirroringModule,
});
