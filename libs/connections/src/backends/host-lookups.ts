import { lookup } from 'node:dns/promises';
import type { LookupAddress, LookupAllOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';

type Resolve = (host: string, options: LookupAllOptions) => Promise<LookupAddress[]>;

/** What libuv starts unless the environment says otherwise. */
const DEFAULT_POOL_THREADS = 4;
/** As long as a connection may take: nothing waits for it after that. Unit: milliseconds. */
const WAIT_MS = 10_000;

/** A name that is looked up, or waits for that. */
interface Lookup {
  readonly host: string;
  /** The namespace whose users determine the name; undefined: an administrator configured it. */
  readonly namespace: string | undefined;
  readonly addresses: Promise<LookupAddress[]>;
  hasBegun: boolean;
  readonly begin: () => void;
}

/** A lookup did not begin: those before it were not answered. */
class NoTurn extends Error {
  readonly code = 'EAI_AGAIN';

  constructor(host: string) {
    super(`${host} was not looked up: other names of its namespace, or of others, are not answered`);
  }
}

/** Threads of a process for lookups: libuv has half of its pool for them. */
function lookupThreads(): number {
  const threads = Number.parseInt(process.env['UV_THREADPOOL_SIZE'] ?? '', 10) || DEFAULT_POOL_THREADS;
  return Math.ceil(threads / 2);
}

/**
 * Looks up addresses of host names; concurrent lookups of a name share one. A lookup takes a thread until it is answered, also when its connection was given up, and the
 * name servers of a name may be made not to answer. So namespaces have half of the threads, each of them one at a time, and configured names the others (decision 071).
 */
export class HostLookups {
  /** In order of arrival. */
  private readonly lookups = new Set<Lookup>();

  /**
   * @param resolve default: the resolver of the operating system.
   * @param most lookups of all namespaces at a time. Default: half of the threads.
   */
  constructor(
    private readonly resolve: Resolve = lookup,
    private readonly most = Math.max(1, Math.floor(lookupThreads() / 2)),
  ) {}

  /** @param namespace whose users determine the names. Undefined: administrators configure them. */
  of(namespace?: string): LookupFunction {
    return (host, options, callback) => {
      this.addressesOf(host, namespace, options).then(
        (addresses) => {
          if (options.all) callback(null, addresses);
          else callback(null, addresses[0]!.address, addresses[0]!.family);
        },
        (error: NodeJS.ErrnoException) => callback(error, ''),
      );
    };
  }

  private addressesOf(host: string, namespace: string | undefined, options: object): Promise<LookupAddress[]> {
    for (const known of this.lookups) if (known.host === host && known.namespace === namespace) return known.addresses;
    let begin = (): void => undefined;
    const addresses = new Promise<LookupAddress[]>((resolve, reject) => {
      const timer = setTimeout(() => reject(new NoTurn(host)), WAIT_MS).unref();
      begin = () => {
        clearTimeout(timer);
        added.hasBegun = true;
        resolve(this.resolve(host, { ...options, all: true }));
      };
    }).finally(() => {
      this.lookups.delete(added);
      this.beginMore();
    });
    const added: Lookup = { host, namespace, addresses, hasBegun: false, begin };
    this.lookups.add(added);
    this.beginMore();
    return addresses;
  }

  private beginMore(): void {
    const all = [...this.lookups];
    const busy = new Set(all.filter(({ hasBegun }) => hasBegun).map(({ namespace }) => namespace));
    busy.delete(undefined);
    for (const { namespace, hasBegun, begin } of all) {
      if (hasBegun) continue;
      if (namespace !== undefined) {
        if (busy.has(namespace) || busy.size >= this.most) continue;
        busy.add(namespace);
      }
      begin();
    }
  }
}

/** Of this process. */
export const hostLookups = new HostLookups();
