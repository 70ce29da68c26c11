import { listOf, listOfMaps } from '@orch/process';
import type { Vocabulary } from '@orch/vocabulary';
import { IsNotEmpty, IsOptional, IsString } from 'class-validator';
import { pluginConfiguration, type PluginDocument } from '../plugin-document/plugin-document.js';
import type { LimitedResource } from './limited-resources.js';

const texts = (): PropertyDecorator => listOf((item) => (typeof item === 'string' ? undefined : 'must be a text'));

class ScopeEntry {
  @IsString({ message: 'is needed' })
  scopeName: string;

  @IsString({ message: 'is needed' })
  operator: string;

  @IsOptional()
  @texts()
  values?: string[];
}

class LimitedResourceEntry {
  @IsOptional()
  @IsString()
  apiGroup?: string;

  @IsString({ message: 'is needed: the name of a resource' })
  @IsNotEmpty({ message: 'is needed: the name of a resource' })
  resource: string;

  @IsOptional()
  @texts()
  matchContains?: string[];

  @IsOptional()
  @listOfMaps(() => ScopeEntry)
  matchScopes?: ScopeEntry[];
}

class ResourceQuotaConfiguration {
  @IsOptional()
  @listOfMaps(() => LimitedResourceEntry)
  limitedResources?: LimitedResourceEntry[];
}

/** @throws AdmissionConfigurationError. */
export function readLimitedResources(
  document: PluginDocument,
  { groups, pluginConfigurationGroups }: Vocabulary,
): readonly LimitedResource[] {
  const { limitedResources = [] } = pluginConfiguration(ResourceQuotaConfiguration, document, [
    { apiVersion: `${groups.apiserverConfig}/v1`, kind: 'ResourceQuotaConfiguration' },
    { apiVersion: `${pluginConfigurationGroups.resourceQuota}/v1beta1`, kind: 'Configuration' },
    { apiVersion: `${pluginConfigurationGroups.resourceQuota}/v1alpha1`, kind: 'Configuration' },
  ]);
  return limitedResources.map(({ apiGroup = '', resource, matchContains = [], matchScopes = [] }) => ({
    group: apiGroup,
    resource,
    matchContains,
    matchScopes: matchScopes.map((scope) => ({ ...scope })),
  }));
}
