import type { IPAddress } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';
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
  for (const service of registry.entriesOf(SERVICES)) allocator.hold(holdingsOf(service));
  // Ends with the registry.
  registry.changesOf(SERVICES).subscribe((change) => apply(change, allocator));
}

/**
 * Marks the addresses as allocated that an IPAddress gives to another object than a service, such as a gateway.
 * @param group of the kind.
 */
export function followAddresses(registry: Registry, allocator: ServiceAllocator, group: string): void {
  const addresses = { group, resource: 'ipaddresses' };
  for (const address of registry.readUndamaged(addresses)) if (isForeign(address)) allocator.hold(grantOf(address));
  registry.changesOf(addresses).subscribe(({ type, entry }) => {
    const address = entry.parse();
    if (!isForeign(address)) return;
    if (type !== 'DELETED') allocator.hold(grantOf(address));
    else if (!isOfService(registry, address)) allocator.release(grantOf(address), ownerOf(address));
  });
}

const grantOf = ({ metadata }: ApiObject): ServiceGrant => ({ addresses: [metadata.name ?? ''], ports: [] });

function isForeign(address: ApiObject): boolean {
  const { group = '', resource } = (address as IPAddress).spec?.parentRef ?? {};
  return group !== SERVICES.group || resource !== SERVICES.resource;
}

/** A service may have had the address first. Reads all services: such addresses are few. */
function isOfService(registry: Registry, { metadata: { name = '' } }: ApiObject): boolean {
  return registry.entriesOf(SERVICES).some((service) => holdingsOf(service).addresses.includes(name));
}

function apply({ type, entry, previous }: Change, allocator: ServiceAllocator): void {
  const last = holdingsOf(entry);
  const had = previous && holdingsOf(previous);
  const keeps = type !== 'DELETED' && had?.owner.uid === last.owner.uid;
  if (had) allocator.release(keeps ? withoutHoldings(had, last) : had, had.owner);
  if (type === 'DELETED') allocator.release(withoutHoldings(last, had ?? NOTHING), last.owner);
  else allocator.hold(last);
}
