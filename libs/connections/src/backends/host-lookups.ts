import { lookup } from 'node:dns/promises';
import type { LookupAddress, LookupAllOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';

type Resolve = (host: string, options: LookupAllOptions) => Promise<LookupAddress[]>;

/** A lookup without an answer yet. */
interface RunningLookup {
  readonly host: string;
  readonly addresses: Promise<LookupAddress[]>;
}

/**
 * Looks up addresses of host names, for each owner one name at a time; concurrent lookups of the same name share one. A lookup takes one of the two threads that a
 * process has for them until it is answered, also when its connection was given up: names that are not answered must not delay those of other owners.
 */
export class HostLookups {
  private readonly running = new Map<string, RunningLookup>();

  /** @param resolve default: the resolver of the operating system. */
  constructor(private readonly resolve: Resolve = lookup) {}

  /** @param owner determines the names: a namespace, or a fixed name itself. */
  of(owner: string): LookupFunction {
    return (host, options, callback) => {
      this.addressesOf(owner, host, options).then(
        (addresses) => {
          if (options.all) callback(null, addresses);
          else callback(null, addresses[0]!.address, addresses[0]!.family);
        },
        (error: NodeJS.ErrnoException) => callback(error, ''),
      );
    };
  }

  private async addressesOf(owner: string, host: string, options: object): Promise<LookupAddress[]> {
    for (let current; (current = this.running.get(owner)); await current.addresses.catch(() => undefined)) {
      if (current.host === host) return current.addresses;
    }
    const addresses = this.resolve(host, { ...options, all: true }).finally(() => this.running.delete(owner));
    this.running.set(owner, { host, addresses });
    return addresses;
  }
}

/** Of this process. */
export const hostLookups = new HostLookups();
