import type { ResourceDefinition } from '@orch/api';
import type { ApiObject, KindVersions } from '@orch/apimachinery';

/**
 * The served versions of one stored kind, in which owners name their fields. Kinds that share storage with another are
 * versions of it here.
 * @param stored the definition whose form is stored.
 * @param served all definitions stored in that form.
 */
export function kindVersions(stored: ResourceDefinition, served: readonly ResourceDefinition[]): KindVersions {
  const byVersion = new Map(served.map((definition) => [definition.apiVersion, definition]));
  const storedFrom = (object: ApiObject, version: string): ApiObject => {
    const definition = byVersion.get(version);
    return definition === stored || !definition?.conversion ? object : definition.conversion.toStored(object);
  };
  const shownAs = (object: ApiObject, version: string): ApiObject => {
    const definition = byVersion.get(version);
    return definition === stored || !definition?.conversion ? object : definition.conversion.fromStored(object);
  };
  return {
    schema: (apiVersion) => byVersion.get(apiVersion)?.schema.root,
    convert: (object, from, to) => shownAs(storedFrom(object as ApiObject, from), to),
  };
}
