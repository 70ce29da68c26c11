import type { Vocabulary } from '@orch/vocabulary';
import type { Node } from '../shared/node.js';
import { oldNameOf } from './old-labels.js';
import type { NodeLifecycleSettings } from './settings.js';

/** How much of a zone has failed. `Initial`: not looked at yet. */
export type ZoneState = 'Initial' | 'Normal' | 'PartialDisruption' | 'FullDisruption';

/** Nodes of a zone. */
export interface ZoneCounts {
  readonly ready: number;
  readonly notReady: number;
}

/** Identifies the zone of a node; empty for nodes without labels of one. */
export function zoneOf({ metadata }: Node, names: Vocabulary['labels']): string {
  const { labels = {} } = metadata;
  const value = (name: string): string => labels[oldNameOf(name, names) ?? name] ?? labels[name] ?? '';
  const [region, zone] = [value(names.region), value(names.zone)];
  return region === '' && zone === '' ? '' : JSON.stringify([region, zone]);
}

/** At least three failed nodes make a partial disruption. */
export function zoneState({ ready, notReady }: ZoneCounts, unhealthyShare: number): ZoneState {
  if (ready === 0 && notReady > 0) return 'FullDisruption';
  return notReady > 2 && notReady / (notReady + ready) >= unhealthyShare ? 'PartialDisruption' : 'Normal';
}

export interface DisruptionPlan {
  readonly states: ReadonlyMap<string, ZoneState>;
  /** New eviction rates of zones, in nodes per second; of others the rate stays. */
  readonly rates: ReadonlyMap<string, number>;
  /**
   * `all-failed`: no node is ready any more, so that the fault is likely that of this process or its network: evictions stop. `recovered`: some
   * are ready again.
   */
  readonly turn: 'all-failed' | 'recovered' | undefined;
}

type Rates = Pick<
  NodeLifecycleSettings,
  'evictionRate' | 'secondaryEvictionRate' | 'largeZoneNodes' | 'unhealthyShare'
>;

/** Decides at which rate nodes of each zone get taints that evict their pods. */
export function planDisruption(
  before: ReadonlyMap<string, ZoneState>,
  counts: ReadonlyMap<string, ZoneCounts>,
  settings: Rates,
): DisruptionPlan {
  const zones = [...counts.keys()];
  const was = (zone: string): ZoneState => before.get(zone) ?? 'Initial';
  const states = new Map(zones.map((zone) => [zone, zoneState(counts.get(zone)!, settings.unhealthyShare)]));
  const haveAllFailed = zones.every((zone) => states.get(zone) === 'FullDisruption');
  const hadAllFailed = zones.every((zone) => was(zone) === 'FullDisruption');
  const rates = (some: readonly string[]) =>
    new Map(some.map((zone) => [zone, rateOf(states.get(zone)!, counts.get(zone)!, settings)]));
  if (haveAllFailed && hadAllFailed) return { states, rates: new Map(), turn: undefined };
  if (haveAllFailed) return { states, rates: new Map(zones.map((zone) => [zone, 0])), turn: 'all-failed' };
  if (hadAllFailed) return { states, rates: rates(zones), turn: 'recovered' };
  return { states, rates: rates(zones.filter((zone) => was(zone) !== states.get(zone))), turn: undefined };
}

function rateOf(state: ZoneState, { ready, notReady }: ZoneCounts, settings: Rates): number {
  if (state !== 'PartialDisruption') return settings.evictionRate;
  return ready + notReady > settings.largeZoneNodes ? settings.secondaryEvictionRate : 0;
}
