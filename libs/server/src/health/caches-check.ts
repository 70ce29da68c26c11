import type { HealthCheck } from './health-checks.js';

/** Not ready while caches are being reloaded: requests wait then. */
export const cachesCheck = (registry: { readonly isFollowing: boolean }): HealthCheck => ({
  name: 'caches',
  check: () => {
    if (!registry.isFollowing) throw new Error('objects are being reloaded');
  },
});
