import { isShared, type Storage } from '@orch/storage';
import { OwnService, type OwnServiceParts } from '../bootstrap/own-service.js';
import { ServerLeases, type LeaseParts } from './server-leases.js';
import type { ServerAddress } from './server-address.js';

/** How long a server that stops waits until it is taken out: the process has five seconds in all. */
const LEAVING_MS = 2_000;

/**
 * Keeps the servers' own service: pointed to this server where it has the store for itself, else to all servers whose Leases stand.
 * @returns takes this server out, before it stops. Never rejects.
 */
export async function keepOwnEndpoints(
  storage: Storage,
  parts: OwnServiceParts & LeaseParts,
  clusterIp: string,
  address: ServerAddress,
): Promise<() => Promise<void>> {
  if (!isShared(storage)) {
    await new OwnService(parts, { clusterIp, live: () => [address] }).begin();
    // What it points to next is for the next start to say.
    return () => Promise.resolve();
  }
  const leases = new ServerLeases(parts, address);
  await leases.begin();
  const service = new OwnService(parts, { clusterIp, live: () => leases.live(), changes: leases.changes });
  await service.begin();
  return () => {
    const left = leases.leave().then(() => service.keep());
    let cancel: () => void = () => undefined;
    const late = new Promise<void>((resolve) => (cancel = parts.clock.setTimer(resolve, LEAVING_MS)));
    return Promise.race([left, late]).finally(() => cancel());
  };
}
