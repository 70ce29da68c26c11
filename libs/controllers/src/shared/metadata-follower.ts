import { groupResource, sleep, type Clock, type SelectedMembers } from '@orch/apimachinery';
import { reflect, type Client, type HasMetadata, type ReflectorEvent } from '@orch/client';
import { OutageLog, type Logger } from '@orch/controller-kit';
import type { Subscription } from 'rxjs';
import { servedResources, type ServedResource, type ServedResources } from './served-resources.js';

/** Interval of discovery. */
const REDISCOVER_MS = 30_000;
/** Debounce after a change that may add or remove kinds: definitions come in groups. */
const REDISCOVER_SOON_MS = 500;
/** Delay after a failed discovery. */
const RETRY_MS = 1_000;

/** Resources whose objects define kinds: when they change, discovery may have changed. */
const KIND_SOURCES: ReadonlySet<string> = new Set(['customresourcedefinitions', 'apiservices']);

/** The members of followed objects: labels and annotations of all objects of a server may be gigabytes. */
const FOLLOWED = {
  metadata: {
    name: true,
    namespace: true,
    uid: true,
    resourceVersion: true,
    deletionTimestamp: true,
    finalizers: true,
    ownerReferences: true,
  },
} satisfies SelectedMembers;

/** Whether objects of a resource define kinds: while it is followed, so are new kinds a moment after their definition. */
export const definesKinds = ({ resource }: { readonly resource: string }): boolean => KIND_SOURCES.has(resource);

export interface MetadataFollowerOptions {
  readonly client: Pick<Client, 'metadata' | 'discovery' | 'random'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Which of the served resources to follow. Evaluated at each discovery. */
  readonly wanted: (resource: ServedResource) => boolean;
  /** Called with the state of each resource and then its changes; of objects only what is {@link FOLLOWED} is there. Must not throw. */
  readonly onEvent: (resource: ServedResource, event: ReflectorEvent) => void;
  /** A resource is no longer served or wanted. */
  readonly onGone: (resource: ServedResource) => void;
}

interface Following {
  readonly resource: ServedResource;
  readonly subscription: Subscription;
  /** Resolves with the first state, or the first failure: a resource that cannot be read does not block the others. */
  readonly answered: Promise<void>;
}

/**
 * Lists and watches the metadata of every wanted resource, also of kinds added later. Stores no objects. Recovers
 * from failures as `reflect` does.
 */
export class MetadataFollower {
  /** Resolves when every resource that was served at the start is synced. */
  readonly synced: Promise<void>;
  private readonly following = new Map<string, Following>();
  private readonly stopping = new AbortController();
  private readonly outages: OutageLog;
  private resolveSynced: () => void = () => undefined;
  private lookNow: () => void = () => undefined;
  private lookAgain = false;
  /** The last result of discovery, and its time. Unit: milliseconds. */
  private known?: { readonly served: ServedResources; readonly at: number };
  private looking?: Promise<boolean>;

  constructor(private readonly options: MetadataFollowerOptions) {
    this.outages = new OutageLog(options.logger, options.clock);
    this.synced = new Promise((resolve) => (this.resolveSynced = resolve));
  }

  /** The followed resources. */
  get resources(): readonly ServedResource[] {
    return [...this.following.values()].map(({ resource }) => resource);
  }

  /** A resource in the version in which it is followed. */
  followed(resource: { readonly group: string; readonly resource: string }): ServedResource | undefined {
    return this.following.get(groupResource(resource))?.resource;
  }

  isFollowing(resource: { readonly group: string; readonly resource: string }): boolean {
    return this.following.has(groupResource(resource));
  }

  /** Once. */
  start(): void {
    this.run(this.stopping.signal).catch((err: unknown) => {
      // It ends only when it is stopped.
      if (!this.stopping.signal.aborted) throw err;
    });
  }

  stop(): void {
    this.stopping.abort(new Error('the follower was stopped'));
    for (const { subscription } of this.following.values()) subscription.unsubscribe();
  }

  private lookSoon(): void {
    this.lookAgain = true;
    this.lookNow();
  }

  /**
   * Updates the followed resources. Reads discovery unless that was done in the last half second.
   * Resolves with false when discovery failed.
   */
  async catchUp(): Promise<boolean> {
    const { known } = this;
    if (this.stopping.signal.aborted) return false;
    if (!known || this.options.clock.now() - known.at >= REDISCOVER_SOON_MS) return this.look();
    this.follow(known.served);
    return true;
  }

  private async run(signal: AbortSignal): Promise<never> {
    for (;;) {
      const found = await this.look();
      signal.throwIfAborted();
      if (found) void this.resolveWhenSynced();
      await this.pause(found ? REDISCOVER_MS : RETRY_MS, signal);
    }
  }

  private async resolveWhenSynced(): Promise<void> {
    await Promise.all([...this.following.values()].map(({ answered }) => answered));
    this.resolveSynced();
  }

  /** Concurrent calls share one discovery request. Resolves with false when it failed. */
  private look(): Promise<boolean> {
    return (this.looking ??= this.askDiscovery(this.stopping.signal).finally(() => delete this.looking));
  }

  private async askDiscovery(signal: AbortSignal): Promise<boolean> {
    const { client, clock, logger } = this.options;
    const at = clock.now();
    try {
      const served = await servedResources(client.discovery, signal);
      signal.throwIfAborted();
      this.known = { served, at };
      this.follow(served);
      return true;
    } catch (error) {
      if (!signal.aborted) logger.debug('discovery failed', { error });
      return false;
    }
  }

  private follow({ resources, failures }: ServedResources): void {
    const unknown = new Set(failures.map((failure) => failure.groupVersion));
    const wanted = resources.filter((resource) => this.options.wanted(resource));
    const served = new Map(wanted.map((resource) => [groupResource(resource), resource]));
    for (const [key, { resource, subscription }] of this.following) {
      const now = served.get(key);
      // A resource of a failed group may still be served.
      if (now ? now.version === resource.version : unknown.has(`${resource.group}/${resource.version}`)) continue;
      subscription.unsubscribe();
      this.following.delete(key);
      if (!now) this.options.onGone(resource);
    }
    for (const [key, resource] of served) {
      if (!this.following.has(key)) this.following.set(key, this.open(resource));
    }
  }

  private open(resource: ServedResource): Following {
    const { client, clock, onEvent } = this.options;
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const isKindSource = definesKinds(resource);
    const events$ = reflect<HasMetadata>(client.metadata(resource), {
      kept: { members: FOLLOWED },
      clock,
      random: client.random,
      onFailure: (failure) => {
        this.outages.onFailure(failure, resource);
        answer();
      },
      onRecovery: () => this.outages.onRecovery(resource),
    });
    const subscription = events$.subscribe((event) => {
      if (event.type === 'BOOKMARK') return;
      onEvent(resource, event);
      answer();
      if (isKindSource) this.lookSoon();
    });
    return { resource, subscription, answered };
  }

  /** Waits for the next poll or a wake-up; after a wake-up a little longer, since wake-ups come in bursts. */
  private async pause(ms: number, signal: AbortSignal): Promise<void> {
    const woken = new AbortController();
    const onStop = (): void => woken.abort(signal.reason);
    signal.addEventListener('abort', onStop, { once: true });
    this.lookNow = () => woken.abort(new Error('kinds may have changed'));
    if (this.lookAgain) this.lookNow();
    try {
      await sleep(this.options.clock, ms, woken.signal);
    } catch {
      // Woken, or stopped.
      signal.throwIfAborted();
      await sleep(this.options.clock, REDISCOVER_SOON_MS, signal);
    } finally {
      this.lookAgain = false;
      this.lookNow = () => undefined;
      signal.removeEventListener('abort', onStop);
    }
  }
}
