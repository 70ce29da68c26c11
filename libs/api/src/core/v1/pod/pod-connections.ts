import type { Connection } from '../../../definition/kind-declaration.js';
import { PROXY_VERBS } from '../../../definition/proxy-verbs.js';

const STREAM_VERBS = ['create', 'get'];

/** Connect sub-resources of a pod (C-233). */
export const podConnections: Readonly<Record<string, Connection>> = {
  attach: { kind: 'PodAttachOptions', verbs: STREAM_VERBS },
  exec: { kind: 'PodExecOptions', verbs: STREAM_VERBS },
  log: { kind: 'Pod', verbs: ['get'] },
  portforward: { kind: 'PodPortForwardOptions', verbs: STREAM_VERBS },
  proxy: { kind: 'PodProxyOptions', verbs: PROXY_VERBS, to: 'address' },
};
