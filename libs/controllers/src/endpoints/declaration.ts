import { controllerEntry } from '../controller-entry.js';

export const endpoints = controllerEntry({
  name: 'endpoints',
  aliases: ['endpoint', 'endpoints-controller'],
  defaultOn: true,
  summary: 'Maintains the Endpoints of services: the addresses of their pods.',
  flags: [],
  load: async () => (await import('./endpoints.module.js')).EndpointsModule,
});
