import type { Change, Registry } from '@orch/registry';
import type { ServiceAllocator, ServiceGrant } from './service-allocator.js';
import { holdingsOf, ownerOf, withoutHoldings } from './service-holdings.js';

const SERVICES = { group: '', resource: 'services' };
const NOTHING: ServiceGrant = { addresses: [], ports: [] };

/**
 * Keeps the allocator in sync with the stored services and their changes. A reservation of a write belongs to the service once
 * it is stored, and is freed when the service no longer has it.
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
