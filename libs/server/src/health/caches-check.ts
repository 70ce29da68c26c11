import type { HealthCheck } from './health-checks.js';

/** Whether what is in memory can be read: not while it is loaded anew, when requests wait. */
export const cachesCheck = (registry: { readonly isFollowing: boolean }): HealthCheck => ({
  name: 'caches',
  check: () => {
    if (!registry.isFollowing) throw new Error('objects are being loaded anew');
  },
});
