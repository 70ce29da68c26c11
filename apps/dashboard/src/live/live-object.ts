import type { ApiClient } from '../api/client';
import { JSON_TYPE, metadataType } from '../api/media-types';
import { type ApiFailure, failureOf } from '../api/failure';
import type { ApiObject } from '../api/object';
import { pathOf, type Resource } from '../api/resource';
import { Backoff } from '../watch/backoff';
import { FollowedWatch } from '../watch/followed-watch';
import type { WatchTransport } from '../watch/transport';
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
  private readonly accept: string;
  private readonly watch: FollowedWatch;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private readonly backoff = new Backoff();

  /** @param onlyMetadata neither reads nor watches anything but the metadata. */
  constructor(
    private readonly client: Pick<ApiClient, 'json'>,
    watches: Pick<WatchTransport, 'open'>,
    private readonly address: ObjectAddress,
    private readonly options: { readonly onlyMetadata: boolean; readonly mayWatch: boolean },
    private readonly onChange: () => void,
  ) {
    const { resource, namespace, name } = address;
    const query = { resource, namespace, labelSelector: '', fieldSelector: `metadata.name=${name}` };
    this.accept = options.onlyMetadata ? metadataType() : JSON_TYPE;
    this.watch = new FollowedWatch(watches, {
      path: (from) => watchPath(query, from),
      accept: this.accept,
      changed: (type, object) => {
        this.isDeleted = type === 'DELETED';
        this.object = object;
        this.onChange();
      },
      interrupted: () => this.readLater(),
      failed: (failure) => {
        this.failure = failure;
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
    const { resource, namespace, name } = this.address;
    try {
      const object = await this.client.json<ApiObject>(pathOf(resource, namespace, name), {
        accept: this.accept,
      });
      if (this.isStopped) return;
      this.object = object;
      this.opened ??= object;
      this.isDeleted = false;
      this.failure = undefined;
      this.backoff.succeeded();
      if (this.options.mayWatch) this.watch.start(object.metadata.resourceVersion ?? '');
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
}
