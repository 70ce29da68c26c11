import type { Change, Registry } from '@orch/registry';
import type { ServiceAllocator } from './service-allocator.js';
import { holdingsOf, withoutHoldings } from './service-holdings.js';

const SERVICES = { group: '', resource: 'services' };

/**
 * Makes the allocator hold what the stored services have, now and with every change from here on. What a write took for
 * itself is the service's own once it is stored, and free again when the service no longer has it.
 */
export function followServices(registry: Registry, allocator: ServiceAllocator): void {
  for (const service of registry.readAll(SERVICES)) allocator.hold(holdingsOf(service));
  // Ends with the registry.
  registry.changesOf(SERVICES).subscribe((change) => apply(change, allocator));
}

function apply({ type, entry, previous }: Change, allocator: ServiceAllocator): void {
  const last = holdingsOf(entry.parse());
  const before = previous ? holdingsOf(previous.parse()) : { addresses: [], ports: [] };
  if (type === 'DELETED') {
    allocator.release(before);
    allocator.release(last);
    return;
  }
  allocator.release(withoutHoldings(before, last));
  allocator.hold(last);
}
