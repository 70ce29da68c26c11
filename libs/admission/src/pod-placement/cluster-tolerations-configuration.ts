import { validateTolerations } from '@orch/api';
import { FieldPath } from '@orch/apimachinery';
import { listOfMaps } from '@orch/process';
import type { Vocabulary } from '@orch/vocabulary';
import { IsInt, IsOptional, IsString } from 'class-validator';
import { invalidDocument, pluginConfiguration, type PluginDocument } from '../plugin-document/plugin-document.js';
import type { ClusterTolerations } from './pod-toleration-restriction.js';

class TolerationEntry {
  @IsOptional()
  @IsString()
  key?: string;

  @IsOptional()
  @IsString()
  operator?: string;

  @IsOptional()
  @IsString()
  value?: string;

  @IsOptional()
  @IsString()
  effect?: string;

  @IsOptional()
  @IsInt({ message: 'must be an integer' })
  tolerationSeconds?: number;
}

class PodTolerationRestrictionConfiguration {
  @IsOptional()
  @listOfMaps(() => TolerationEntry)
  default?: TolerationEntry[];

  @IsOptional()
  @listOfMaps(() => TolerationEntry)
  whitelist?: TolerationEntry[];
}

/** @throws AdmissionConfigurationError. */
export function readClusterTolerations(
  document: PluginDocument,
  { pluginConfigurationGroups }: Vocabulary,
): ClusterTolerations {
  const apiVersion = `${pluginConfigurationGroups.podTolerationRestriction}/v1alpha1`;
  const { default: defaults = [], whitelist = [] } = pluginConfiguration(
    PodTolerationRestrictionConfiguration,
    document,
    [{ apiVersion, kind: 'Configuration' }],
  );
  const errors = [
    ...validateTolerations(FieldPath.of('default'), defaults),
    ...validateTolerations(FieldPath.of('whitelist'), whitelist),
  ];
  if (errors.length > 0)
    throw invalidDocument(
      document,
      errors.map(({ field, detail }) => `${field}: ${detail}`),
    );
  return { defaults: defaults.map((one) => ({ ...one })), allowed: whitelist.map((one) => ({ ...one })) };
}
