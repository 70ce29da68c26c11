import { builtinResources, type HasMetadata, type ResourceLike } from '@orch/client';

export interface ConfigMap extends HasMetadata {
  readonly data?: Readonly<Record<string, string>>;
}

export const configMaps: ResourceLike<ConfigMap> = builtinResources.configMaps;
