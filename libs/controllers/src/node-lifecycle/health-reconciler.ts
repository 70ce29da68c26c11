import type { Clock } from '@orch/apimachinery';
import { keyOf, type Client, type Lister, type ObjectKey } from '@orch/client';
import {
  Reconciler,
  turnShare,
  type EventRecorder,
  type Logger,
  type Result,
  type SourcedReconciler,
} from '@orch/controller-kit';
import type { Vocabulary } from '@orch/vocabulary';
import { of } from 'rxjs';
import { conditionOf, nodes, type Node } from '../shared/node.js';
import { pods, type Pod } from '../shared/pod.js';
import { NODE_INDEX } from '../shared/pods-by-node.js';
import type { NodeLease } from './lease.js';
import { observeHealth, type NodeHealth } from './node-health.js';
import { writeTaints } from './node-writes.js';
import { markNotReady } from './not-ready-pods.js';
import type { NodeLifecycleSettings } from './settings.js';
import { TaintQueue } from './taint-queue.js';
import { evictingTaints, hasTaint, type TaintId } from './taints.js';
import { planDisruption, zoneOf, type ZoneCounts, type ZoneState } from './zones.js';

/** Nodes that are written at once. */
const CONCURRENT_NODES = 8;

/** The pass over all nodes: there is one key. */
const PASS: ObjectKey = { namespace: '', name: 'nodes' };

export interface CachedNodes {
  readonly nodes: Lister<Node>;
  /** With {@link NODE_INDEX}. */
  readonly pods: Lister<Pod>;
  readonly leases: Lister<NodeLease>;
}

/**
 * Looks at all nodes periodically: the conditions of silent ones become Unknown, their pods not ready, and failed ones get the taint
 * that evicts their pods, at the rate of their zone. What it has seen of nodes is in memory: after a restart every node has just reported.
 */
@Reconciler({ name: 'node-health', watches: [] })
export class NodeHealthReconciler implements SourcedReconciler {
  readonly keys$ = of(PASS);
  readonly synced = Promise.resolve();
  private lastPassMs = -Infinity;
  /** When the last reconcile ended. */
  private endedMs: number | undefined;
  private readonly known = new Map<string, Node>();
  private readonly health = new Map<string, NodeHealth>();
  /** Failed nodes with pods that could not be marked. */
  private readonly unmarked = new Set<string>();
  private zoneStates: ReadonlyMap<string, ZoneState> = new Map();
  private readonly queues = new Map<string, TaintQueue>();

  constructor(
    private readonly cached: CachedNodes,
    private readonly client: Pick<Client, 'resource'>,
    private readonly settings: NodeLifecycleSettings,
    private readonly vocabulary: Pick<Vocabulary, 'labels' | 'namespaces' | 'taints'>,
    private readonly events: Pick<EventRecorder, 'record'>,
    private readonly clock: Clock,
    private readonly logger: Pick<Logger, 'info' | 'warn'>,
  ) {}

  async reconcile(_key: ObjectKey, signal: AbortSignal): Promise<Result> {
    const { monitorPeriodMs } = this.settings;
    this.forgetTimesOfAnotherClock();
    const sinceMs = this.clock.now() - this.lastPassMs;
    // Less than 0: the clock was set back.
    if (sinceMs < 0 || sinceMs >= monitorPeriodMs) {
      this.lastPassMs = this.clock.now();
      await this.pass(signal);
    }
    for (const queue of this.queues.values()) await this.taintWaiting(queue, signal);
    const nowMs = this.clock.now();
    this.endedMs = nowMs;
    const waits = [...this.queues.values()].map((queue) => queue.waitMs(nowMs) ?? Infinity);
    return { requeueAfterMs: Math.max(1, Math.min(this.lastPassMs + monitorPeriodMs - nowMs, ...waits)) };
  }

  /** After the clock was set, or this process was suspended, every node has just reported, as after a restart: all would be silent otherwise, or a silent one not. */
  private forgetTimesOfAnotherClock(): void {
    const { monitorPeriodMs, monitorGraceMs } = this.settings;
    const idleMs = this.clock.now() - (this.endedMs ?? this.clock.now());
    if (idleMs < -monitorGraceMs / 2 || idleMs > monitorPeriodMs + monitorGraceMs / 2) this.health.clear();
  }

  private async pass(signal: AbortSignal): Promise<void> {
    const all = this.cached.nodes.list();
    this.forgetAllBut(all);
    const counts = new Map<string, ZoneCounts>();
    const left = all[Symbol.iterator]();
    const work = async (): Promise<void> => {
      for (const node of left) {
        const turn = turnShare.next();
        if (turn) await turn;
        if (signal.aborted) return;
        try {
          await this.examine(node, counts, signal);
        } catch (error) {
          // The next pass tries again; meanwhile the node does not count in its zone.
          this.logger.warn('could not update a node', { node: keyOf(node).name, error });
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(CONCURRENT_NODES, all.length) }, work));
    if (!signal.aborted) await this.handleDisruption(all, counts, signal);
  }

  private forgetAllBut(all: readonly Node[]): void {
    const names = new Set(all.map((node) => keyOf(node).name));
    for (const [name, node] of this.known) {
      if (names.has(name)) continue;
      this.recordOfNode(node, 'RemovingNode', `Removing Node ${name} from Controller`);
      this.known.delete(name);
      this.health.delete(name);
      this.unmarked.delete(name);
      for (const queue of this.queues.values()) queue.remove(name);
    }
  }

  private async examine(given: Node, counts: Map<string, ZoneCounts>, signal: AbortSignal): Promise<void> {
    const { name } = keyOf(given);
    let node = given;
    if (!this.known.has(name)) {
      this.recordOfNode(node, 'RegisteredNode', `Registered Node ${name} in Controller`);
      this.known.set(name, node);
      const untainted = await this.removeEvictingTaints(node, signal);
      if (!untainted) return;
      node = untainted;
    }
    const lease = this.cached.leases.get({ namespace: this.vocabulary.namespaces.nodeLease, name });
    const nowMs = this.clock.now();
    const { health, observed, current, conditions } = observeHealth(
      this.health.get(name),
      node,
      lease?.spec?.renewTime,
      nowMs,
      this.settings,
    );
    this.health.set(name, health);
    if (conditions) {
      const status = { ...node.status, conditions };
      node = await this.client.resource(nodes).updateStatus({ ...node, status }, { signal });
    }
    this.count(node, current, counts);
    if (current === undefined) return;
    await this.taintAs(node, observed, signal);
    if (current !== 'True' && observed === 'True') {
      this.events.record(node, 'Normal', 'NodeNotReady', `Node ${name} status is now: NodeNotReady`);
      await this.markPods(name, signal);
    } else if (this.unmarked.has(name) && observed !== 'True') await this.markPods(name, signal);
    else this.unmarked.delete(name);
  }

  private count(node: Node, ready: string | undefined, counts: Map<string, ZoneCounts>): void {
    const { labels } = this.vocabulary;
    if (node.metadata.labels?.[labels.excludeDisruption] !== undefined) return;
    const zone = zoneOf(node, labels);
    const { ready: before = 0, notReady = 0 } = counts.get(zone) ?? {};
    counts.set(zone, ready === 'True' ? { ready: before + 1, notReady } : { ready: before, notReady: notReady + 1 });
  }

  /** A node that becomes ready loses the taints that evict; another waits for its taint, unless it has that of the other state already. */
  private async taintAs(node: Node, ready: string, signal: AbortSignal): Promise<void> {
    const taints = evictingTaints(ready, this.vocabulary.taints);
    if (!taints) await this.removeEvictingTaints(node, signal);
    else if (hasTaint(node, taints.other)) await this.swap(node, taints, signal);
    else if (!hasTaint(node, taints.wanted)) this.queueOf(node).add(keyOf(node).name);
  }

  private async markPods(name: string, signal: AbortSignal): Promise<void> {
    this.unmarked.add(name);
    const client = this.client.resource(pods);
    let failures = 0;
    for (const pod of this.cached.pods.byIndex(NODE_INDEX, name)) {
      try {
        await markNotReady(pod, client, this.events, this.clock.now(), signal);
      } catch (error) {
        this.logger.warn('could not mark a pod of a failed node', { pod: keyOf(pod), error });
        failures++;
      }
    }
    if (failures === 0) this.unmarked.delete(name);
  }

  private async handleDisruption(
    all: readonly Node[],
    counts: ReadonlyMap<string, ZoneCounts>,
    signal: AbortSignal,
  ): Promise<void> {
    const { states, rates, turn } = planDisruption(this.zoneStates, counts, this.settings);
    const nowMs = this.clock.now();
    this.zoneStates = states;
    for (const [zone, rate] of rates) this.queueOfZone(zone).setRate(rate, nowMs);
    if (turn === 'recovered') {
      this.logger.info('some nodes are ready again: evictions go on');
      for (const [name, health] of this.health) this.health.set(name, { ...health, seenMs: nowMs });
    }
    if (turn !== 'all-failed') return;
    this.logger.info('no node is ready: evictions stop');
    for (const node of all) {
      try {
        await this.removeEvictingTaints(node, signal);
      } catch (error) {
        this.logger.warn('could not remove taints of a node', { node: keyOf(node).name, error });
      }
    }
  }

  private async taintWaiting(queue: TaintQueue, signal: AbortSignal): Promise<void> {
    for (let name = queue.take(this.clock.now()); name !== undefined; name = queue.take(this.clock.now())) {
      const node = this.cached.nodes.get({ namespace: '', name });
      const taints = node && evictingTaints(conditionOf(node, 'Ready')?.status ?? '', this.vocabulary.taints);
      if (taints) {
        try {
          await this.swap(node, taints, signal);
        } catch (error) {
          this.logger.warn('could not taint a node', { node: name, error });
          return;
        }
      }
      queue.remove(name);
    }
  }

  private swap(node: Node, { wanted, other }: { wanted: TaintId; other: TaintId }, signal: AbortSignal) {
    const change = { add: [wanted], remove: [other] };
    return writeTaints(this.client.resource(nodes), node, change, this.clock.now(), signal);
  }

  /** @returns the node as it is then; undefined when it is gone. */
  private removeEvictingTaints(node: Node, signal: AbortSignal): Promise<Node | undefined> {
    this.queueOf(node).remove(keyOf(node).name);
    const { wanted, other } = evictingTaints('False', this.vocabulary.taints)!;
    const change = { add: [], remove: [wanted, other] };
    return writeTaints(this.client.resource(nodes), node, change, this.clock.now(), signal);
  }

  private queueOf(node: Node): TaintQueue {
    return this.queueOfZone(zoneOf(node, this.vocabulary.labels));
  }

  private queueOfZone(zone: string): TaintQueue {
    const known = this.queues.get(zone);
    if (known) return known;
    const queue = new TaintQueue(this.settings.evictionRate);
    this.queues.set(zone, queue);
    return queue;
  }

  private recordOfNode(node: Node, reason: string, text: string): void {
    this.events.record(node, 'Normal', reason, `Node ${keyOf(node).name} event: ${text}`);
  }
}
