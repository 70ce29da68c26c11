import { ApiFailure, type Status } from '../api/failure';
import type { ApiObject } from '../api/object';
import type { WatchEvent, WatchTransport } from './transport';

/** What is done with a watch of objects. */
export interface Following {
  /** Path of the watch from there, with the query. */
  path(resourceVersion: string): string;
  readonly accept: string;
  changed(type: 'ADDED' | 'MODIFIED' | 'DELETED', object: ApiObject): void;
  /** The watch cannot continue from what was read: it is to be read again, after a while. */
  interrupted(): void;
  /** The watch was refused. */
  failed(failure: ApiFailure): void;
}

/** A watch of objects that is opened again from the last revision when it ended in the usual way. */
export class FollowedWatch {
  private close: (() => void) | undefined;
  private isStopped = false;

  constructor(
    private readonly watches: Pick<WatchTransport, 'open'>,
    private readonly following: Following,
  ) {}

  /** Opens the watch. The one before must have ended. */
  start(from: string): void {
    let last = from;
    this.close = this.watches.open(this.following.path(from), this.following.accept, {
      started: () => undefined,
      event: (event) => {
        if (event.type === 'ERROR') return this.refused(event.object as Status);
        last = (event.object as ApiObject).metadata.resourceVersion ?? last;
        this.receive(event);
      },
      end: (code, status) => this.ended(code, status, last),
    });
  }

  stop(): void {
    this.isStopped = true;
    this.close?.();
  }

  private receive({ type, object }: WatchEvent): void {
    if (type !== 'BOOKMARK' && type !== 'ERROR') this.following.changed(type, object as ApiObject);
  }

  /** An error ends the watch from within: a watch cannot continue from there. */
  private refused(status: Status): void {
    this.close?.();
    this.ended(status.code ?? 500, status, '');
  }

  private ended(code: number, status: Status | null, last: string): void {
    this.close = undefined;
    if (this.isStopped) return;
    const failure = new ApiFailure(code, status?.message ?? `The watch ended with ${code}.`, status);
    // The transport waits until there is a connection.
    if ((code === 0 || code === 200) && last !== '') this.start(last);
    else if (code === 410 || failure.isTemporary) this.following.interrupted();
    else this.following.failed(failure);
  }
}
