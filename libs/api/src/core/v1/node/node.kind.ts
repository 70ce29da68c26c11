import { AGE_COLUMN, column, NAME_COLUMN, WIDE } from '../../../definition/columns.js';
import { flagReader } from '../../../definition/field-reader.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { PROXY_VERBS } from '../../../definition/proxy-verbs.js';
import { addressText, rolesText, statusText } from './node-cells.js';
import { nodeDefaults, nodeStatus, nodeStrategy } from './node.strategy.js';
import { Node } from './node.types.js';

const text = (name: string, description: string, value: (node: Node) => string, priority = 0) =>
  column<Node>({ name, type: 'string', description, ...(priority === 0 ? {} : { priority }) }, value);

export const nodeKind: KindDeclaration = {
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
  columns: [
    NAME_COLUMN,
    text('Status', 'Whether pods can run on it.', statusText),
    text('Roles', 'Roles of the node.', rolesText),
    AGE_COLUMN,
    text('Version', 'Version of its agent.', ({ status }) => status?.nodeInfo?.kubeletVersion ?? ''),
    text('Internal-IP', 'Address inside the cluster.', (node) => addressText(node, 'InternalIP'), WIDE),
    text('External-IP', 'Address from outside.', (node) => addressText(node, 'ExternalIP'), WIDE),
    text('OS-Image', 'Operating system.', ({ status }) => status?.nodeInfo?.osImage || '<unknown>', WIDE),
    text('Kernel-Version', 'Kernel.', ({ status }) => status?.nodeInfo?.kernelVersion || '<unknown>', WIDE),
    text(
      'Container-Runtime',
      'What runs its containers.',
      ({ status }) => status?.nodeInfo?.containerRuntimeVersion || '<unknown>',
      WIDE,
    ),
  ],
  strategy: nodeStrategy,
  defaults: nodeDefaults,
  keepsStatusOnCreate: true,
  subresources: { status: nodeStatus },
  connections: { proxy: { kind: 'NodeProxyOptions', verbs: PROXY_VERBS } },
};
