import { errorMessage } from '@orch/apimachinery';
import { hostOf, type ProxyTarget } from '@orch/proxy';
import { readRemote, type RemoteReadParts } from '../services/read-remote.js';
import type { RemoteService } from '../services/remote-service.js';
import { remoteTarget, type ServiceRouting } from '../services/remote-target.js';
import { failedCheck, findingOfObjects, PASSED, type Finding } from './finding.js';

/** Dependencies of the check. */
export interface AvailabilityParts extends RemoteReadParts {
  readonly routing: ServiceRouting;
  /** Headers of this server as the user of the requests. */
  readonly ownHeaders: ReadonlyMap<string, readonly string[]>;
}

/**
 * Whether a group version can be reached: its objects are there, unless its address is fixed, and its server answers the discovery of the group version. The server is not
 * authenticated by this check, as its certificate may be the fault that requests report.
 */
export async function checkAvailability(remote: RemoteService, parts: AvailabilityParts): Promise<Finding> {
  const { namespace, name, port } = remote.service;
  const { reader, fixed } = parts.routing;
  const finding = fixed.find(namespace, name, port) ? undefined : findingOfObjects(reader, remote);
  if (finding) return finding;
  try {
    const target = remoteTarget({ ...remote, insecure: true, ca: undefined }, parts.routing);
    await expectDocument(target, `/apis/${remote.group}/${remote.version}`, parts);
    return PASSED;
  } catch (error) {
    return failedCheck(errorMessage(error));
  }
}

async function expectDocument(target: ProxyTarget, path: string, parts: AvailabilityParts): Promise<void> {
  const url = `https://${hostOf(target)}${path}`;
  const failing = (why: string): Error => new Error(`failing or missing response from ${url}: ${why}`);
  const { status } = await readRemote(target, path, parts.ownHeaders, parts).catch((error: unknown) => {
    throw failing(errorMessage(error));
  });
  if (status < 200 || status > 299) throw failing(`bad status from ${url}: ${status}`);
}
