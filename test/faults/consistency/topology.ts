import type { WatchAllowances } from '@orch/testing';
import type { Fault } from './fault.js';

/** An API server that can be asked. */
export interface Replica {
  readonly name: string;
  readonly port: number;
  /** Grows whenever it is started, stopped, frozen or thawed; 0 while it does not run. */
  readonly life: number;
}

/** A control plane made of processes, and what may happen to it. */
export interface Topology {
  readonly replicas: readonly Replica[];
  readonly faults: readonly Fault[];
  /** What it does not promise. */
  readonly allowances: WatchAllowances;
  /** The logs of its processes, by name. */
  logs(): Readonly<Record<string, string>>;
  stop(): Promise<void>;
}
