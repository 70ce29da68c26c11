import { isShared, type Storage } from '@orch/storage';
import { OwnService, type OwnServiceParts } from './own-service.js';
import { removeServerLeases, ServerLeases, type LeaseParts } from './server-leases.js';
import type { ServerAddress } from './server-address.js';

/** How long a server that stops waits until it is taken out: the process has five seconds in all. */
const LEAVING_MS = 2_000;

/** The endpoints, once they are kept. */
export interface OwnEndpoints {
  /** Makes what is missing, at once. @throws ApiError. */
  keep(): Promise<void>;
  /** Takes this server out, before it stops. Never rejects: what fails is logged. */
  leave(): Promise<void>;
}

/**
 * Keeps the servers' own service: pointed to this server where it has the store for itself, else to all servers whose Leases stand.
 */
export async function keepOwnEndpoints(
  storage: Storage,
  parts: OwnServiceParts & LeaseParts,
  clusterIp: string,
  address: ServerAddress,
): Promise<OwnEndpoints> {
  if (!isShared(storage)) {
    const alone = new OwnService(parts, { clusterIp, live: () => [address] });
    await alone.begin();
    await removeServerLeases(parts);
    // What it points to next is for the next start to say.
    return { keep: () => alone.keep(), leave: () => Promise.resolve() };
  }
  const leases = new ServerLeases(parts, address);
  await leases.begin();
  const service = new OwnService(parts, { clusterIp, live: () => leases.live(), changes: leases.changes });
  await service.begin();
  return {
    keep: async () => {
      await leases.renew();
      await service.keep();
    },
    leave: () => {
      const left = leases.leave().then(() => service.keep());
      let cancel: () => void = () => undefined;
      const late = new Promise<void>((resolve) => (cancel = parts.clock.setTimer(resolve, LEAVING_MS)));
      return Promise.race([left, late]).finally(() => cancel());
    },
  };
}
