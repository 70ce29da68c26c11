import type { ResourceDefinition } from '@orch/api';
import { kindVersions } from '../write/kind-versions.js';
import { refreshedForm } from '../write/refreshed-form.js';
import type { WrittenKind } from '../write/written-kinds.js';
import type { CustomResource } from './custom-resource.js';

/** The served versions of a resource that is served at run time and whose versions no call converts. */
export function customKinds(resource: Omit<CustomResource, 'conversion'>): WrittenKind[] {
  const { stored, served, currentSince } = resource;
  const versions = kindVersions(stored, served);
  const declared = declaredVersions(resource);
  return served.map((definition) => {
    const form = refreshedForm(definition, stored, declared, currentSince);
    return { definition, stored, form, versions };
  });
}

/** All versions in which its objects may be stored. */
export const declaredVersions = ({
  stored,
  served,
  unserved = [],
}: Pick<CustomResource, 'stored' | 'served' | 'unserved'>): readonly ResourceDefinition[] => [
  stored,
  ...served,
  ...unserved,
];
