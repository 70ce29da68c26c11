import type { ApiObject } from '@orch/apimachinery';
import { AGE_COLUMN, column, NAME_COLUMN, WIDE } from '../../../definition/columns.js';
import { fieldReader, flagReader } from '../../../definition/field-reader.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { evictionKind } from './eviction.js';
import { bindingKind } from '../binding/binding.kind.js';
import { endOfPod, gatesText, readyText, restartsText, statusText } from './pod-cells.js';
import { podGraceSeconds } from './grace-seconds.js';
import { podConnections } from './pod-connections.js';
import { podDefaults } from './pod-defaults.js';
import { podEphemeralContainers } from './ephemeral-containers.strategy.js';
import { podResize } from './pod-resize.js';
import { podStatus } from './pod-status.strategy.js';
import { podStrategy } from './pod.strategy.js';
import { Pod } from './pod.types.js';

const text = (name: string, description: string, value: (pod: Pod, nowMs: number) => string, priority = 0) =>
  column<Pod>({ name, type: 'string', description, ...(priority === 0 ? {} : { priority }) }, value);

export const podKind: KindDeclaration = {
  type: Pod,
  group: 'core',
  version: 'v1',
  kind: 'Pod',
  resource: 'pods',
  singular: 'pod',
  shortNames: ['po'],
  categories: ['all'],
  namespaced: true,
  nameRule: 'dns-subdomain',
  generation: { since: 33 },
  deleteAnswers: 'object',
  selectableFields: {
    'spec.nodeName': fieldReader('spec', 'nodeName'),
    'spec.restartPolicy': fieldReader('spec', 'restartPolicy'),
    'spec.schedulerName': fieldReader('spec', 'schedulerName'),
    'spec.serviceAccountName': fieldReader('spec', 'serviceAccountName'),
    'spec.hostNetwork': flagReader('spec', 'hostNetwork'),
    'status.phase': fieldReader('status', 'phase'),
    'status.podIP': fieldReader('status', 'podIP'),
    'status.podIPs': (pod: ApiObject) => ((pod as Pod).status?.podIPs ?? []).map(({ ip }) => ip).join(','),
    'status.nominatedNodeName': fieldReader('status', 'nominatedNodeName'),
  },
  columns: [
    NAME_COLUMN,
    text('Ready', 'The aggregate readiness state of this pod for accepting traffic.', readyText),
    text('Status', 'The aggregate status of the containers in this pod.', statusText),
    text(
      'Restarts',
      'The number of times the containers in this pod have been restarted and when the last container in this pod has restarted.',
      restartsText,
    ),
    AGE_COLUMN,
    text('IP', 'IP address of the pod.', ({ status }) => status?.podIPs?.[0]?.ip || status?.podIP || '<none>', WIDE),
    text('Node', 'Node that the pod is scheduled to.', ({ spec }) => spec?.nodeName || '<none>', WIDE),
    text(
      'Nominated Node',
      'Node on which the pod preempts others.',
      ({ status }) => status?.nominatedNodeName || '<none>',
      WIDE,
    ),
    text('Readiness Gates', 'Readiness gates with status True, of all.', gatesText, WIDE),
  ],
  rowConditions: (pod) => endOfPod(pod as Pod),
  strategy: podStrategy,
  defaults: podDefaults,
  graceSeconds: podGraceSeconds,
  subresources: { status: podStatus, ephemeralcontainers: podEphemeralContainers, resize: podResize },
  actions: { binding: bindingKind, eviction: evictionKind },
  connections: podConnections,
};
