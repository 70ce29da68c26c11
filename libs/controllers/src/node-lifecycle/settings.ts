/** Settings of the controller: its flags. An injection token. */
export abstract class NodeLifecycleSettings {
  /** Interval of the passes over all nodes. Unit: milliseconds. */
  abstract readonly monitorPeriodMs: number;
  /** How long a node may be silent. Unit: milliseconds. */
  abstract readonly monitorGraceMs: number;
  /** The same for a node that has never reported. Unit: milliseconds. */
  abstract readonly startupGraceMs: number;
  /** How many nodes of a zone get a taint that evicts their pods. Unit: nodes per second. */
  abstract readonly evictionRate: number;
  /** The same in a large zone in partial disruption; in others it is 0. Unit: nodes per second. */
  abstract readonly secondaryEvictionRate: number;
  /** A zone of more nodes is large. */
  abstract readonly largeZoneNodes: number;
  /** Share of nodes that are not ready from which on a zone is in partial disruption, 0 to 1. */
  abstract readonly unhealthyShare: number;
}
