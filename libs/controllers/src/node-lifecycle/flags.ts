import { flagGroup, UsageError, type FlagValues } from '@orch/process';
import type { NodeLifecycleSettings } from './settings.js';

/** Flags of the life of nodes. */
export const nodeLifecycleFlags = flagGroup('Life of nodes', [
  {
    name: 'node-monitor-period',
    type: 'duration',
    default: '5s',
    help: 'Interval in which the health of nodes is looked at.',
  },
  {
    name: 'node-monitor-grace-period',
    type: 'duration',
    default: '50s',
    help: 'How long a node may be silent before its conditions become Unknown; several times the interval of its reports.',
  },
  {
    name: 'node-startup-grace-period',
    type: 'duration',
    default: '1m',
    help: 'How long a node may be silent that has never reported.',
  },
  {
    name: 'node-eviction-rate',
    type: 'string',
    default: '0.1',
    help: 'Nodes per second and zone that get a taint which evicts their pods, after they failed.',
  },
  {
    name: 'secondary-node-eviction-rate',
    type: 'string',
    default: '0.01',
    help: 'Nodes per second instead, in a large zone with too many failed nodes; in a smaller one no node gets the taint then.',
  },
  {
    name: 'large-cluster-size-threshold',
    type: 'int',
    default: 50,
    help: 'A zone with more nodes is large.',
  },
  {
    name: 'unhealthy-zone-threshold',
    type: 'string',
    default: '0.55',
    help: 'Share of the nodes of a zone, at least three, that must have failed for it to have too many failed nodes.',
  },
]);

/** @throws UsageError for a rate that is not a number of 0 or more. */
export const nodeLifecycleSettings = (
  flags: FlagValues<readonly [typeof nodeLifecycleFlags]>,
): NodeLifecycleSettings => ({
  monitorPeriodMs: flags['node-monitor-period'],
  monitorGraceMs: flags['node-monitor-grace-period'],
  startupGraceMs: flags['node-startup-grace-period'],
  evictionRate: numberOf('node-eviction-rate', flags['node-eviction-rate']),
  secondaryEvictionRate: numberOf('secondary-node-eviction-rate', flags['secondary-node-eviction-rate']),
  largeZoneNodes: flags['large-cluster-size-threshold'],
  unhealthyShare: numberOf('unhealthy-zone-threshold', flags['unhealthy-zone-threshold']),
});

function numberOf(flag: string, text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value) && value >= 0) return value;
  throw new UsageError(`flag --${flag}: ${JSON.stringify(text)} is not a number of 0 or more`);
}
