import type { ResourceDefinition } from '@orch/api';
import { ConvertedCache } from '../conversion/converted-cache.js';
import { convertedForm } from '../conversion/converted-form.js';
import type { ObjectConversion } from '../conversion/object-conversion.js';
import { VersionConversion } from '../conversion/version-conversion.js';
import { kindVersions } from '../write/kind-versions.js';
import { refreshedForm } from '../write/refreshed-form.js';
import type { WrittenKind } from '../write/written-kinds.js';
import type { CustomResource } from './custom-resource.js';

/** All versions in which the objects of a resource may be stored, by `apiVersion`. */
export type DeclaredVersions = ReadonlyMap<string, ResourceDefinition>;

/**
 * The served versions of a resource that is served at run time and whose versions no call converts.
 * @param declared its versions. All share the map: there may be thousands.
 */
export function customKinds(
  resource: Omit<CustomResource, 'conversion'>,
  declared: DeclaredVersions = declaredVersions(resource),
): WrittenKind[] {
  const { stored, served, currentSince } = resource;
  const versions = kindVersions(stored, served);
  return served.map((definition) => {
    const form = refreshedForm(definition, stored, declared, currentSince);
    return { definition, stored, form, versions };
  });
}

/** A served version of a resource whose versions are converted, for one write or read outside of the registry. */
export function convertedKind(
  resource: CustomResource,
  definition: ResourceDefinition,
  conversion: ObjectConversion,
): WrittenKind & { readonly conversion: VersionConversion } {
  const { stored, served, currentSince } = resource;
  const declared = declaredVersions(resource);
  // What it converts is asked for once.
  const cache = new ConvertedCache(1);
  return {
    definition,
    stored,
    form: convertedForm(definition),
    versions: kindVersions(stored, served),
    conversion: new VersionConversion({ definition, stored, declared, served, conversion, currentSince, cache }),
  };
}

/** The versions of a resource. */
export const declaredVersions = ({
  stored,
  served,
  unserved = [],
}: Pick<CustomResource, 'stored' | 'served' | 'unserved'>): DeclaredVersions =>
  new Map([stored, ...served, ...unserved].map((version) => [version.apiVersion, version]));
