import type { Pod } from './pod.js';
import type { Service } from './service.js';

export const CREATED = '2024-01-01T00:00:00Z';
export const READY_SINCE = '2024-01-01T00:01:00Z';

/** Service `web` with one port and an IPv4 address, selecting `app: web`. */
export const service = (spec: Service['spec'] = {}, metadata: Partial<Service['metadata']> = {}): Service => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { namespace: 'n', name: 'web', uid: 'u-web', creationTimestamp: CREATED, ...metadata },
  spec: {
    type: 'ClusterIP',
    clusterIP: '10.96.0.1',
    ipFamilies: ['IPv4'],
    selector: { app: 'web' },
    ports: [{ name: 'http', port: 80, protocol: 'TCP', targetPort: 8080 }],
    ...spec,
  },
});

export interface PodFacts {
  readonly ips?: readonly string[];
  readonly ready?: boolean;
  readonly readySince?: string;
  readonly phase?: string;
  readonly spec?: Pod['spec'];
  readonly metadata?: Partial<Pod['metadata']>;
}

/** A pod of service `web` on node `node-1`, ready, with address 10.1.0.1. */
export const pod = (name: string, facts: PodFacts = {}): Pod => {
  const { ips = ['10.1.0.1'], ready = true, readySince = READY_SINCE, phase = 'Running' } = facts;
  return {
    metadata: { namespace: 'n', name, uid: `u-${name}`, labels: { app: 'web' }, ...facts.metadata },
    spec: { nodeName: 'node-1', containers: [{ ports: [] }], ...facts.spec },
    status: {
      phase,
      ...(ips[0] === undefined ? {} : { podIP: ips[0] }),
      podIPs: ips.map((ip) => ({ ip })),
      conditions: [{ type: 'Ready', status: ready ? 'True' : 'False', lastTransitionTime: readySince }],
    },
  };
};

/** Reference to a pod of these fixtures. */
export const reference = (name: string) => ({ kind: 'Pod', namespace: 'n', name, uid: `u-${name}` });
