import { AGE_COLUMN, column, NAME_COLUMN } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { csiDriverStrategy } from './csi-driver.strategy.js';
import { CSIDriver, type CSIDriverSpec } from './csi-driver.types.js';

type Flag = 'attachRequired' | 'podInfoOnMount' | 'storageCapacity' | 'requiresRepublish';

const flag = (name: string, field: Flag, description: string, absent: boolean) =>
  column<CSIDriver>(
    { name, type: 'boolean', description },
    ({ spec }) => (spec as CSIDriverSpec | undefined)?.[field] ?? absent,
  );

export const csiDriverKind: KindDeclaration = {
  type: CSIDriver,
  group: 'storage',
  version: 'v1',
  kind: 'CSIDriver',
  resource: 'csidrivers',
  singular: 'csidriver',
  namespaced: false,
  nameRule: 'dns-subdomain',
  deleteAnswers: 'object',
  unconditionalUpdate: false,
  columns: [
    NAME_COLUMN,
    flag('AttachRequired', 'attachRequired', 'Volumes are attached to a node before mount.', true),
    flag('PodInfoOnMount', 'podInfoOnMount', 'Pod information is passed to the driver on mount.', false),
    flag(
      'StorageCapacity',
      'storageCapacity',
      'The scheduler considers the capacity that the driver publishes.',
      false,
    ),
    column<CSIDriver>(
      { name: 'TokenRequests', type: 'string', description: 'Audiences of the tokens passed to the driver.' },
      ({ spec }) => (spec?.tokenRequests ?? []).map(({ audience }) => audience).join(',') || '<unset>',
    ),
    flag('RequiresRepublish', 'requiresRepublish', 'Published volumes are published again from time to time.', false),
    column<CSIDriver>(
      { name: 'Modes', type: 'string', description: 'Life cycles of volumes the driver offers.' },
      ({ spec }) => (spec?.volumeLifecycleModes ?? []).join(',') || '<none>',
    ),
    AGE_COLUMN,
  ],
  strategy: csiDriverStrategy,
};
