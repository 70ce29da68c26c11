import type { Service } from '@orch/api';
import type { AdmissionPlugin } from './admission-plugin.js';
import { forbidden } from './forbidden.js';

/** Refuses new external addresses of services: with them a user could receive the traffic to any address. Existing ones may stay. */
export const denyServiceExternalIPs = (): AdmissionPlugin => ({
  name: 'DenyServiceExternalIPs',
  handles: ({ operation, subresource, definition: { gvr } }) =>
    (operation === 'CREATE' || operation === 'UPDATE') &&
    subresource === '' &&
    gvr.resource === 'services' &&
    gvr.group === '',
  validate: (a) => {
    const existing = new Set((a.oldObject as Service | undefined)?.spec?.externalIPs);
    const added = (a.object as Service).spec?.externalIPs?.some((address) => !existing.has(address)) ?? false;
    if (added) throw forbidden(a, 'Use of external IPs is denied by admission control');
  },
});
