import type { ObjectKey, ReflectorEvent, ResourceType } from '@orch/client';
import { ControllerContext, Reconciler, type Result, type SourcedReconciler } from '@orch/controller-kit';
import { Observable } from 'rxjs';
import { MetadataFollower } from '../shared/metadata-follower.js';
import type { ServedResource } from '../shared/served-resources.js';
import { ListedOwners } from './listed-owners.js';
import { ownedObject } from './owned-object.js';
import { OwnerLookup } from './owner-lookup.js';
import { OwnershipGraph } from './ownership-graph.js';
import { GarbageCollectorReconciler } from './reconciler.js';
import { WokenKeys } from './woken-keys.js';

/** Required verbs: without them objects cannot be watched and deleted. */
const NEEDED_VERBS = ['delete', 'list', 'watch'] as const;

/** Wires the ownership graph, the watches that update it and the reconciler that reads it. */
@Reconciler({ name: 'garbage-collector', watches: [], backoff: { maxMs: 60_000 } })
export class GarbageCollector implements SourcedReconciler {
  readonly keys$: Observable<ObjectKey>;
  readonly synced: Promise<void>;
  private readonly reconciler: GarbageCollectorReconciler;

  constructor({ client, clock, logger, events, vocabulary }: ControllerContext) {
    const woken = new WokenKeys();
    const graph = new OwnershipGraph((uid) => woken.add(graph.get(uid)?.object?.namespace ?? '', uid));
    const lookup = new OwnerLookup(client, () => graph.observations, clock);
    const follower = new MetadataFollower({
      client,
      clock,
      logger,
      wanted: (resource) => isCollectable(resource, ['', vocabulary.groups.events]),
      onEvent: (resource, event) => observeEvent(graph, lookup, resource, event),
      onGone: (resource) => graph.lose(resource),
    });
    this.reconciler = new GarbageCollectorReconciler(
      graph,
      client,
      lookup,
      new ListedOwners(client, () => graph.observations, clock),
      follower,
      events,
    );
    this.synced = follower.synced;
    this.keys$ = new Observable((subscriber) => {
      const subscription = woken.keys$.subscribe(subscriber);
      follower.start();
      return () => {
        follower.stop();
        subscription.unsubscribe();
      };
    });
  }

  reconcile(key: ObjectKey, signal: AbortSignal): Promise<Result> {
    return this.reconciler.reconcile(key, signal);
  }
}

/** Updates the graph. */
export function observeEvent(
  graph: OwnershipGraph,
  lookup: OwnerLookup,
  resource: ResourceType,
  event: ReflectorEvent,
): void {
  switch (event.type) {
    case 'REPLACE': {
      // A backup may have been restored, with objects that were deleted: their dependents must not follow them again.
      lookup.forgetAbsent();
      graph.forgetDeletions();
      const present = new Set<string>();
      for (const object of event.objects) {
        const uid = object.metadata.uid!;
        present.add(uid);
        graph.observe(uid, ownedObject(resource, object));
      }
      return graph.retain(resource, present);
    }
    case 'ADDED':
    case 'MODIFIED':
      return graph.observe(event.object.metadata.uid!, ownedObject(resource, event.object));
    case 'DELETED':
      return graph.forget(event.object.metadata.uid!, resource);
  }
}

/** Ignored resources: Events are neither owners nor dependents, and there are many. */
const isCollectable = ({ group, resource, verbs }: ServedResource, eventGroups: readonly string[]): boolean =>
  NEEDED_VERBS.every((verb) => verbs.includes(verb)) && !(resource === 'events' && eventGroups.includes(group));
