import { groupResource, type Clock } from '@orch/apimachinery';
import { reflect, wait, type Client, type HasMetadata, type ReflectorEvent } from '@orch/client';
import { OutageLog, type Logger } from '@orch/controller-kit';
import type { Subscription } from 'rxjs';
import { servedResources, type ServedResource } from './served-resources.js';

/** How often discovery is asked for what is served. */
const REDISCOVER_MS = 30_000;
/** How soon after a change that may bring or take kinds: definitions come in groups. */
const REDISCOVER_SOON_MS = 500;
/** Pause after a discovery that failed whole. */
const RETRY_MS = 1_000;

/** Resources whose objects bring kinds: where these change, discovery may have changed. */
const BRING_KINDS: ReadonlySet<string> = new Set(['customresourcedefinitions', 'apiservices']);

export interface MetadataFollowerOptions {
  readonly client: Pick<Client, 'metadata' | 'discovery' | 'random'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Which of the served resources are followed. Asked again at each look at discovery. */
  readonly wanted: (resource: ServedResource) => boolean;
  /** Gets the state of each resource and then its changes; objects have their metadata only. Must not throw. */
  readonly onEvent: (resource: ServedResource, event: ReflectorEvent) => void;
  /** A resource is served no longer, or not wanted any more. */
  readonly onGone: (resource: ServedResource) => void;
}

interface Following {
  readonly resource: ServedResource;
  readonly subscription: Subscription;
  /** Resolves with the first state, or the first failure: a resource that cannot be read holds up nobody. */
  readonly answered: Promise<void>;
}

/**
 * Follows the metadata of every wanted resource the server serves, also of kinds that come later. Holds no objects itself. Survives
 * all that `reflect` survives.
 */
export class MetadataFollower {
  /** Resolves when every resource that was served at the start has told its state. */
  readonly synced: Promise<void>;
  private readonly following = new Map<string, Following>();
  private readonly stopping = new AbortController();
  private readonly outages: OutageLog;
  private resolveSynced: () => void = () => undefined;
  private lookNow: () => void = () => undefined;
  private lookAgain = false;

  constructor(private readonly options: MetadataFollowerOptions) {
    this.outages = new OutageLog(options.logger, options.clock);
    this.synced = new Promise((resolve) => (this.resolveSynced = resolve));
  }

  /** What is followed now. */
  get resources(): readonly ServedResource[] {
    return [...this.following.values()].map(({ resource }) => resource);
  }

  isFollowing(resource: { readonly group: string; readonly resource: string }): boolean {
    return this.following.has(groupResource(resource));
  }

  /** Once. */
  start(): void {
    this.run(this.stopping.signal).catch((err: unknown) => {
      // It ends by its own stop alone.
      if (!this.stopping.signal.aborted) throw err;
    });
  }

  stop(): void {
    this.stopping.abort(new Error('the follower was stopped'));
    for (const { subscription } of this.following.values()) subscription.unsubscribe();
  }

  /** Looks at discovery soon, and not only when it is time. */
  lookSoon(): void {
    this.lookAgain = true;
    this.lookNow();
  }

  private async run(signal: AbortSignal): Promise<never> {
    for (;;) {
      const found = await this.look(signal);
      if (found) void this.tellWhenSynced();
      await this.pause(found ? REDISCOVER_MS : RETRY_MS, signal);
    }
  }

  private async tellWhenSynced(): Promise<void> {
    await Promise.all([...this.following.values()].map(({ answered }) => answered));
    this.resolveSynced();
  }

  /** False when nothing could be learnt. */
  private async look(signal: AbortSignal): Promise<boolean> {
    const { client, logger, wanted } = this.options;
    try {
      const served = await servedResources(client.discovery, signal);
      this.follow(
        served.resources.filter((r) => wanted(r)),
        new Set(served.failures.map((failure) => failure.groupVersion)),
      );
      return true;
    } catch (error) {
      signal.throwIfAborted();
      logger.debug('discovery failed', { error });
      return false;
    }
  }

  private follow(wanted: readonly ServedResource[], unknown: ReadonlySet<string>): void {
    const served = new Map(wanted.map((resource) => [groupResource(resource), resource]));
    for (const [key, { resource, subscription }] of this.following) {
      const now = served.get(key);
      // What could not be asked may still be there.
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
    const bringsKinds = BRING_KINDS.has(resource.resource);
    const events$ = reflect<HasMetadata>(client.metadata(resource), {
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
      if (bringsKinds) this.lookSoon();
    });
    return { resource, subscription, answered };
  }

  /** Until it is time to look again, or somebody asks for it: then a little later, since who asks seldom asks once. */
  private async pause(ms: number, signal: AbortSignal): Promise<void> {
    const woken = new AbortController();
    const onStop = (): void => woken.abort(signal.reason);
    signal.addEventListener('abort', onStop, { once: true });
    this.lookNow = () => woken.abort(new Error('kinds may have changed'));
    if (this.lookAgain) this.lookNow();
    try {
      await wait(this.options.clock, ms, woken.signal);
    } catch {
      // Woken, or stopped.
      signal.throwIfAborted();
      await wait(this.options.clock, REDISCOVER_SOON_MS, signal);
    } finally {
      this.lookAgain = false;
      this.lookNow = () => undefined;
      signal.removeEventListener('abort', onStop);
    }
  }
}
