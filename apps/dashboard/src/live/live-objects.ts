import type { ApiClient } from '../api/client';
import { type ApiFailure, failureOf } from '../api/failure';
import type { ApiObject } from '../api/object';
import { PageTokens } from '../api/page-tokens';
import { Backoff } from '../watch/backoff';
import { FollowedWatch } from '../watch/followed-watch';
import type { WatchTransport } from '../watch/transport';
import { JSON_TYPE } from '../api/media-types';
import { listPath, type ListQuery, watchPath } from './list-query';

/** Objects of one list that are kept. */
const MOST_OBJECTS = 1_000;

interface ObjectList {
  readonly items?: readonly ApiObject[] | null;
  readonly metadata?: { readonly resourceVersion?: string; readonly continue?: string };
}

/** The objects of a list, as far as the bound allows, kept up to date by a watch; of each object only what `keep` returns. */
export class LiveObjects<T> {
  /** By `namespace/name`. */
  objects: ReadonlyMap<string, T> = new Map();
  state: 'loading' | 'live' | 'failed' = 'loading';
  /** Whether these are all objects that match. */
  isComplete = true;
  failure: ApiFailure | undefined;
  private kept = new Map<string, T>();
  private isStopped = false;
  private readonly watch: FollowedWatch;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private readonly backoff = new Backoff();

  /** @param onChange called after each change; many may come in one turn. */
  constructor(
    private readonly client: Pick<ApiClient, 'json'>,
    watches: Pick<WatchTransport, 'open'>,
    private readonly query: ListQuery,
    private readonly keep: (object: ApiObject) => T,
    private readonly onChange: () => void,
  ) {
    this.watch = new FollowedWatch(watches, {
      path: (from) => watchPath(query, from),
      accept: JSON_TYPE,
      changed: (type, object) => this.change(type, object),
      interrupted: () => this.readLater(),
      failed: (failure) => {
        this.fail(failure);
        this.onChange();
      },
    });
  }

  start(): void {
    void this.read();
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.retry);
    this.watch.stop();
  }

  private async read(): Promise<void> {
    const kept = new Map<string, T>();
    const tokens = new PageTokens();
    let token: string | undefined;
    let resourceVersion: string | undefined;
    try {
      do {
        const page = await this.client.json<ObjectList>(listPath(this.query, token), { accept: JSON_TYPE });
        if (this.isStopped) return;
        const before = kept.size;
        for (const object of page.items ?? []) kept.set(keyOf(object), this.keep(object));
        resourceVersion ??= page.metadata?.resourceVersion;
        token = tokens.next(page.metadata?.continue, kept.size - before);
      } while (token !== undefined && kept.size < MOST_OBJECTS);
      this.objects = this.kept = kept;
      this.isComplete = token === undefined;
      this.state = 'live';
      this.failure = undefined;
      this.backoff.succeeded();
      if (this.query.resource.verbs.includes('watch')) this.watch.start(resourceVersion ?? '');
    } catch (error) {
      if (this.isStopped) return;
      const failure = failureOf(error);
      if (failure.isTemporary || failure.code === 410) this.readLater();
      else this.fail(failure);
    }
    this.onChange();
  }

  private readLater(): void {
    this.retry = setTimeout(() => void this.read(), this.backoff.nextMs());
  }

  private fail(failure: ApiFailure): void {
    this.state = 'failed';
    this.failure = failure;
  }

  private change(type: 'ADDED' | 'MODIFIED' | 'DELETED', object: ApiObject): void {
    const key = keyOf(object);
    if (type === 'DELETED') this.kept.delete(key);
    else if (this.kept.has(key) || this.kept.size < MOST_OBJECTS) this.kept.set(key, this.keep(object));
    else this.isComplete = false;
    this.onChange();
  }
}

const keyOf = ({ metadata }: ApiObject): string => `${metadata.namespace ?? ''}/${metadata.name}`;
