import { builtinResources, type BuiltinResource, type HasMetadata } from '@orch/client';

/** An object of any resource that controllers work on here, as far as it matters. */
export interface Thing extends HasMetadata {
  readonly type?: string;
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly volumeName?: string;
    readonly claimRef?: { readonly name?: string; readonly uid?: string };
    readonly selector?: unknown;
    readonly volumes?: readonly { readonly persistentVolumeClaim?: { readonly claimName: string } }[];
    readonly [field: string]: unknown;
  };
  readonly status?: {
    readonly phase?: string;
    readonly podIP?: string;
    readonly certificate?: string;
    readonly used?: Readonly<Record<string, string>>;
    readonly currentHealthy?: number;
    readonly expectedPods?: number;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
    readonly [field: string]: unknown;
  };
  /** Of an EndpointSlice. */
  readonly endpoints?: readonly Endpoint[] | null;
  /** Of Endpoints. */
  readonly subsets?: readonly {
    readonly addresses?: readonly Address[];
    readonly notReadyAddresses?: readonly Address[];
  }[];
  /** Of a ClusterRole. */
  readonly rules?: readonly { readonly verbs: readonly string[] }[] | null;
}

interface Address {
  readonly ip: string;
}

interface Endpoint {
  readonly addresses: readonly string[];
  readonly conditions?: { readonly ready?: boolean };
}

/** What is followed: what clients write here, and what controllers write for it. */
export const followed = {
  nodes: builtinResources.nodes,
  namespaces: builtinResources.namespaces,
  serviceAccounts: builtinResources.serviceAccounts,
  configMaps: builtinResources.configMaps,
  secrets: builtinResources.secrets,
  services: builtinResources.services,
  endpoints: builtinResources.endpoints,
  endpointSlices: builtinResources.endpointSlices,
  pods: builtinResources.pods,
  claims: builtinResources.persistentVolumeClaims,
  volumes: builtinResources.persistentVolumes,
  quotas: builtinResources.resourceQuotas,
  budgets: builtinResources.podDisruptionBudgets,
  requests: builtinResources.certificateSigningRequests,
  roles: builtinResources.clusterRoles,
} as const satisfies Readonly<Record<string, BuiltinResource>>;

export type Followed = keyof typeof followed;
