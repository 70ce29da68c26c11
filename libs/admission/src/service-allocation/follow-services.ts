import type { Change, Registry } from '@orch/registry';
import type { ServiceAllocator, ServiceGrant } from './service-allocator.js';
import { holdingsOf, ownerOf, withoutHoldings } from './service-holdings.js';

const SERVICES = { group: '', resource: 'services' };
const NOTHING: ServiceGrant = { addresses: [], ports: [] };

/**
 * Makes the allocator hold what the stored services have, now and with every change from here on. What a write took for
 * itself is the service's own once it is stored, and free again when the service no longer has it.
 */
export function followServices(registry: Registry, allocator: ServiceAllocator): void {
  for (const service of registry.readUndamaged(SERVICES)) allocator.hold(holdingsOf(service));
  // Ends with the registry.
  registry.changesOf(SERVICES).subscribe((change) => apply(change, allocator));
}

function apply({ type, entry, previous }: Change, allocator: ServiceAllocator): void {
  const service = entry.parse();
  const last = holdingsOf(service);
  const before = previous?.parse();
  const had = before ? holdingsOf(before) : NOTHING;
  const keeps = type !== 'DELETED' && before?.metadata.uid === service.metadata.uid;
  if (before) allocator.release(keeps ? withoutHoldings(had, last) : had, ownerOf(before));
  if (type === 'DELETED') allocator.release(withoutHoldings(last, had), ownerOf(service));
  else allocator.hold(last);
}
