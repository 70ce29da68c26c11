import { groupResource, type GroupVersionResource } from '@orch/apimachinery';
import { keyOf, keyText, type ObjectKey, type ReflectorEvent } from '@orch/client';
import { Observable, Subject, type Subscription } from 'rxjs';

/** Maximum number of open watches. Further namespaces are only rechecked periodically. */
const MAX_WATCHES = 256;

/** Watches the metadata of one resource in one namespace, as `reflect`. */
export type FollowContent = (resource: GroupVersionResource, namespace: string) => Observable<ReflectorEvent>;

/**
 * Watches on remaining content of terminating namespaces: the delete of the last object of a resource wakes the controller, so
 * that the namespace is deleted immediately.
 */
export class ContentWatches {
  private readonly emptied = new Subject<ObjectKey>();
  private readonly watches = new Map<string, Map<string, Subscription>>();
  private open = 0;
  /** Keys of namespaces in which a watched resource has no objects left. Unsubscribing ends all watches. */
  readonly keys$ = new Observable<ObjectKey>((subscriber) => {
    const listening = this.emptied.subscribe(subscriber);
    return () => {
      listening.unsubscribe();
      for (const namespace of [...this.watches.keys()]) this.set(namespace, []);
    };
  });

  constructor(private readonly follow: FollowContent) {}

  /** Replaces the watched resources of a namespace. */
  set(namespace: string, resources: readonly GroupVersionResource[]): void {
    const current = this.watches.get(namespace) ?? new Map<string, Subscription>();
    const wanted = new Map(resources.map((resource) => [groupResource(resource), resource]));
    for (const [name, watch] of current) {
      if (wanted.has(name)) continue;
      current.delete(name);
      watch.unsubscribe();
      this.open--;
    }
    for (const [name, resource] of wanted) {
      if (current.has(name) || this.open >= MAX_WATCHES) continue;
      this.open++;
      current.set(name, this.watch(resource, namespace));
    }
    if (current.size > 0) this.watches.set(namespace, current);
    else this.watches.delete(namespace);
  }

  private watch(resource: GroupVersionResource, namespace: string): Subscription {
    const left = new Set<string>();
    return this.follow(resource, namespace).subscribe((event) => {
      if (event.type === 'BOOKMARK') return;
      if (event.type === 'REPLACE') {
        left.clear();
        for (const object of event.objects) left.add(keyText(keyOf(object)));
      } else if (event.type === 'DELETED') left.delete(keyText(keyOf(event.object)));
      else left.add(keyText(keyOf(event.object)));
      if (left.size === 0) this.emptied.next({ namespace: '', name: namespace });
    });
  }
}
