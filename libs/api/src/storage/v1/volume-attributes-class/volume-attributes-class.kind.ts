import { AGE_COLUMN, column, NAME_COLUMN } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { volumeAttributesClassStrategy } from './volume-attributes-class.strategy.js';
import { VolumeAttributesClass } from './volume-attributes-class.types.js';

export const volumeAttributesClassKind: KindDeclaration = {
  type: VolumeAttributesClass,
  group: 'storage',
  version: 'v1',
  kind: 'VolumeAttributesClass',
  resource: 'volumeattributesclasses',
  singular: 'volumeattributesclass',
  shortNames: ['vac'],
  namespaced: false,
  nameRule: 'dns-subdomain',
  deleteAnswers: 'object',
  columns: [
    NAME_COLUMN,
    column<VolumeAttributesClass>(
      { name: 'DriverName', type: 'string', description: 'Driver that knows the parameters.' },
      ({ driverName }) => driverName ?? '',
    ),
    AGE_COLUMN,
  ],
  strategy: volumeAttributesClassStrategy,
};
