import { column, NAME_COLUMN } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { type ComponentCondition, ComponentStatus } from './component-status.types.js';

const healthy = ({ conditions = [] }: ComponentStatus): ComponentCondition | undefined =>
  conditions.find(({ type }) => type === 'Healthy');
const WORDS: Readonly<Record<string, string>> = { True: 'Healthy', False: 'Unhealthy' };

/** Computed on read, never stored (C-307). */
export const componentStatusKind: KindDeclaration = {
  type: ComponentStatus,
  group: 'core',
  version: 'v1',
  kind: 'ComponentStatus',
  resource: 'componentstatuses',
  singular: 'componentstatus',
  shortNames: ['cs'],
  namespaced: false,
  nameRule: 'dns-subdomain',
  deleteAnswers: 'status',
  verbs: ['get', 'list'],
  lifecycle: { deprecated: 19 },
  columns: [
    NAME_COLUMN,
    column<ComponentStatus>(
      { name: 'Status', type: 'string', description: 'Status of the component conditions' },
      (status) => WORDS[healthy(status)?.status ?? ''] ?? 'Unknown',
    ),
    column<ComponentStatus>(
      { name: 'Message', type: 'string', description: 'Message of the component conditions' },
      (status) => healthy(status)?.message ?? '',
    ),
    column<ComponentStatus>(
      { name: 'Error', type: 'string', description: 'Error of the component conditions' },
      (status) => healthy(status)?.error ?? '',
    ),
  ],
};
