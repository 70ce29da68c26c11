import type { ApiClient } from '../api/client';
import { ApiFailure, failureOf, type Status } from '../api/failure';
import type { ApiObject } from '../api/object';
import { Backoff } from '../watch/backoff';
import type { WatchEvent, WatchTransport } from '../watch/transport';
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
  private endWatch: (() => void) | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private readonly backoff = new Backoff();

  /** @param onChange called after each change; many may come in one turn. */
  constructor(
    private readonly client: Pick<ApiClient, 'json'>,
    private readonly watches: Pick<WatchTransport, 'open'>,
    private readonly query: ListQuery,
    private readonly keep: (object: ApiObject) => T,
    private readonly onChange: () => void,
  ) {}

  start(): void {
    void this.read();
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.retry);
    this.endWatch?.();
  }

  private async read(): Promise<void> {
    const kept = new Map<string, T>();
    let token: string | undefined;
    let resourceVersion: string | undefined;
    try {
      do {
        const page = await this.client.json<ObjectList>(listPath(this.query, token), { accept: JSON_TYPE });
        if (this.isStopped) return;
        for (const object of page.items ?? []) kept.set(keyOf(object), this.keep(object));
        resourceVersion ??= page.metadata?.resourceVersion;
        token = page.metadata?.continue || undefined;
      } while (token !== undefined && kept.size < MOST_OBJECTS);
      this.objects = this.kept = kept;
      this.isComplete = token === undefined;
      this.state = 'live';
      this.failure = undefined;
      this.backoff.succeeded();
      this.watch(resourceVersion ?? '');
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

  private watch(from: string): void {
    if (!this.query.resource.verbs.includes('watch')) return;
    let resourceVersion = from;
    this.endWatch = this.watches.open(watchPath(this.query, from), JSON_TYPE, {
      started: () => undefined,
      event: (event) => {
        const object = event.object as ApiObject;
        if (event.type !== 'ERROR') resourceVersion = object.metadata.resourceVersion ?? resourceVersion;
        this.receive(event, object);
      },
      end: (code, status) => this.watchEnded(code, status, resourceVersion),
    });
  }

  private receive({ type, object: received }: WatchEvent, object: ApiObject): void {
    if (type === 'BOOKMARK') return;
    if (type === 'ERROR') {
      this.endWatch?.();
      const status = received as Status;
      this.watchEnded(status.code ?? 500, status, '');
      return;
    }
    const key = keyOf(object);
    if (type === 'DELETED') this.kept.delete(key);
    else if (this.kept.has(key) || this.kept.size < MOST_OBJECTS) this.kept.set(key, this.keep(object));
    else this.isComplete = false;
    this.onChange();
  }

  private watchEnded(code: number, status: Status | null, resourceVersion: string): void {
    this.endWatch = undefined;
    if (this.isStopped) return;
    const failure = new ApiFailure(code, status?.message ?? `The watch ended with ${code}.`, status);
    // The transport waits until there is a connection.
    if ((code === 0 || code === 200) && resourceVersion !== '') this.watch(resourceVersion);
    else if (code === 410 || failure.isTemporary) this.readLater();
    else this.fail(failure);
    this.onChange();
  }
}

const keyOf = ({ metadata }: ApiObject): string => `${metadata.namespace ?? ''}/${metadata.name}`;
