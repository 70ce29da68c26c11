import type { ApiClient } from '../api/client';
import { JSON_TYPE, metadataType } from '../api/media-types';
import { ApiFailure, failureOf, type Status } from '../api/failure';
import type { ApiObject } from '../api/object';
import { pathOf, type Resource } from '../api/resource';
import { Backoff } from '../watch/backoff';
import type { WatchEvent, WatchTransport } from '../watch/transport';
import { watchPath } from './list-query';

export interface ObjectAddress {
  readonly resource: Resource;
  /** '' for kinds without namespaces. */
  readonly namespace: string;
  readonly name: string;
}

/** One object, kept up to date by a watch when the user may watch it. */
export class LiveObject {
  object: ApiObject | undefined;
  /** As it was read first. */
  opened: ApiObject | undefined;
  isDeleted = false;
  failure: ApiFailure | undefined;
  private isStopped = false;
  private endWatch: (() => void) | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private readonly backoff = new Backoff();

  /** @param onlyMetadata neither reads nor watches anything but the metadata. */
  constructor(
    private readonly client: Pick<ApiClient, 'json'>,
    private readonly watches: Pick<WatchTransport, 'open'>,
    private readonly address: ObjectAddress,
    private readonly options: { readonly onlyMetadata: boolean; readonly mayWatch: boolean },
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
    const { resource, namespace, name } = this.address;
    try {
      const accept = this.options.onlyMetadata ? metadataType() : JSON_TYPE;
      const object = await this.client.json<ApiObject>(pathOf(resource, namespace, name), { accept });
      if (this.isStopped) return;
      this.object = object;
      this.opened ??= object;
      this.isDeleted = false;
      this.failure = undefined;
      this.backoff.succeeded();
      if (this.options.mayWatch) this.watch(object.metadata.resourceVersion ?? '');
    } catch (error) {
      if (this.isStopped) return;
      const failure = failureOf(error);
      if (failure.code === 404 && this.object !== undefined) this.isDeleted = true;
      else this.failure = failure;
      if (failure.isTemporary) this.readLater();
    }
    this.onChange();
  }

  private readLater(): void {
    this.retry = setTimeout(() => void this.read(), this.backoff.nextMs());
  }

  private watch(resourceVersion: string): void {
    const { resource, namespace, name } = this.address;
    const query = { resource, namespace, labelSelector: '', fieldSelector: `metadata.name=${name}` };
    const accept = this.options.onlyMetadata ? metadataType() : JSON_TYPE;
    let last = resourceVersion;
    this.endWatch = this.watches.open(watchPath(query, resourceVersion), accept, {
      started: () => undefined,
      event: (event) => {
        const object = event.object as ApiObject;
        if (event.type !== 'ERROR') last = object.metadata.resourceVersion ?? last;
        this.receive(event, object);
      },
      end: (code, status) => this.watchEnded(code, status, last),
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
    this.isDeleted = type === 'DELETED';
    this.object = object;
    this.onChange();
  }

  private watchEnded(code: number, status: Status | null, resourceVersion: string): void {
    this.endWatch = undefined;
    if (this.isStopped) return;
    if ((code === 0 || code === 200) && resourceVersion !== '') this.watch(resourceVersion);
    else if (code === 410 || code === 0 || code === 429 || code >= 500) this.readLater();
    else this.failure = new ApiFailure(code, status?.message ?? `The watch ended with ${code}.`, status);
    this.onChange();
  }
}
