import { builtinResources, type HasMetadata, type ResourceLike } from '@orch/client';

/** A Node, with the fields that controllers of its life and of its pods use. */
export interface Node extends HasMetadata {
  readonly spec?: { readonly unschedulable?: boolean; readonly taints?: readonly Taint[] };
  readonly status?: { readonly conditions?: readonly NodeCondition[] };
}

export interface NodeCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
  readonly lastHeartbeatTime?: string | null;
  readonly lastTransitionTime?: string | null;
}

export interface Taint {
  readonly key: string;
  readonly value?: string;
  readonly effect: string;
  readonly timeAdded?: string;
}

export const nodes: ResourceLike<Node> = builtinResources.nodes;

export const conditionOf = (node: Node, type: string): NodeCondition | undefined =>
  node.status?.conditions?.find((condition) => condition.type === type);

export const isReady = (node: Node): boolean => conditionOf(node, 'Ready')?.status === 'True';
