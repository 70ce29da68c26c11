import { withTimeout } from '@orch/apimachinery';
import { isShared, type Storage } from '@orch/storage';
import { OwnService, type OwnServiceParts } from './own-service.js';
import { removeServerLeases, ServerLeases, type LeaseParts } from './server-leases.js';
import type { ServerAddress } from './server-address.js';

/** How long a stopping server waits for its removal from the endpoints: the process has five seconds in all. */
const LEAVING_MS = 2_000;

/** The maintained endpoints. */
export interface OwnEndpoints {
  /** Creates or updates them now. @throws ApiError. */
  keep(): Promise<void>;
  /** Removes this server, before it stops. Never rejects: failures are logged. */
  leave(): Promise<void>;
}

/**
 * Maintains the servers' own service: its endpoints are this server with an embedded store, else all servers with a
 * current Lease.
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
    // The next start sets its endpoints.
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
      return withTimeout(parts.clock, LEAVING_MS, left, () => undefined);
    },
  };
}
