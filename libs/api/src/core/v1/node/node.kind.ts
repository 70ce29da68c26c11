import type { Vocabulary } from '@orch/vocabulary';
import { AGE_COLUMN, column, NAME_COLUMN, WIDE } from '../../../definition/columns.js';
import { flagReader } from '../../../definition/field-reader.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import type { PrinterColumn } from '../../../definition/printer-column.js';
import { PROXY_VERBS } from '../../../definition/proxy-verbs.js';
import { addressText, rolesText, statusText } from './node-cells.js';
import { nodeDefaults, nodeStatus, nodeStrategy } from './node.strategy.js';
import { Node } from './node.types.js';

const text = (name: string, description: string, value: (node: Node) => string, priority = 0) =>
  column<Node>({ name, type: 'string', description, ...(priority === 0 ? {} : { priority }) }, value);

const nodeColumns = ({ labels }: Vocabulary): readonly PrinterColumn[] => [
  NAME_COLUMN,
  text('Status', 'The status of the node', statusText),
  text('Roles', 'The roles of the node', (node) => rolesText(node, labels.nodeRole)),
  AGE_COLUMN,
  text('Version', 'Kubelet Version reported by the node.', ({ status }) => status?.nodeInfo?.kubeletVersion ?? ''),
  text('Internal-IP', 'Address inside the cluster.', (node) => addressText(node, 'InternalIP'), WIDE),
  text('External-IP', 'Address from outside.', (node) => addressText(node, 'ExternalIP'), WIDE),
  text(
    'OS-Image',
    'Operating system image of the node.',
    ({ status }) => status?.nodeInfo?.osImage || '<unknown>',
    WIDE,
  ),
  text(
    'Kernel-Version',
    'Kernel version of the node.',
    ({ status }) => status?.nodeInfo?.kernelVersion || '<unknown>',
    WIDE,
  ),
  text(
    'Container-Runtime',
    'Container runtime and its version.',
    ({ status }) => status?.nodeInfo?.containerRuntimeVersion || '<unknown>',
    WIDE,
  ),
];

const kind: KindDeclaration = {
  type: Node,
  group: 'core',
  version: 'v1',
  kind: 'Node',
  resource: 'nodes',
  singular: 'node',
  shortNames: ['no'],
  namespaced: false,
  nameRule: 'dns-subdomain',
  deleteAnswers: 'status',
  selectableFields: { 'spec.unschedulable': flagReader('spec', 'unschedulable') },
  strategy: nodeStrategy,
  defaults: nodeDefaults,
  keepsStatusOnCreate: true,
  subresources: { status: nodeStatus },
  connections: { proxy: { kind: 'NodeProxyOptions', verbs: PROXY_VERBS } },
};

export const nodeKind: KindDeclaration = {
  ...kind,
  inVocabulary: (vocabulary) => ({ ...kind, columns: nodeColumns(vocabulary) }),
};
