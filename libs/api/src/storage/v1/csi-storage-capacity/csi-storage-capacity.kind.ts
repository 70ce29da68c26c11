import { column, CREATED_COLUMN, NAME_COLUMN } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import type { PrinterColumn } from '../../../definition/printer-column.js';
import { csiStorageCapacityStrategy } from './csi-storage-capacity.strategy.js';
import { CSIStorageCapacity } from './csi-storage-capacity.types.js';

const specified: PrinterColumn['servedWith'] = ({ columnsOfStorage }) => columnsOfStorage === 'specified';

export const csiStorageCapacityKind: KindDeclaration = {
  type: CSIStorageCapacity,
  group: 'storage',
  version: 'v1',
  kind: 'CSIStorageCapacity',
  resource: 'csistoragecapacities',
  singular: 'csistoragecapacity',
  namespaced: true,
  nameRule: 'dns-subdomain',
  deleteAnswers: 'status',
  unconditionalUpdate: false,
  columns: [
    NAME_COLUMN,
    { ...CREATED_COLUMN, servedWith: ({ columnsOfStorage }) => columnsOfStorage === 'reference' },
    column<CSIStorageCapacity>(
      { name: 'StorageClassName', type: 'string', description: 'Class whose capacity this is.', servedWith: specified },
      (capacity) => capacity.storageClassName ?? '',
    ),
    column<CSIStorageCapacity>(
      { name: 'Capacity', type: 'string', description: 'Available capacity for new volumes.', servedWith: specified },
      (capacity) => capacity.capacity ?? '',
    ),
  ],
  strategy: csiStorageCapacityStrategy,
};
