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
  const conversionOf = (version: string) => {
    const definition = byVersion.get(version);
    return definition === stored ? undefined : definition?.conversion;
  };
  return {
    schema: (apiVersion) => byVersion.get(apiVersion)?.schema.root,
    convert: (object, from, to) =>
      withMetadata(object as PartialObject, (whole) => {
        const inStoredForm = conversionOf(from)?.toStored(whole) ?? whole;
        return conversionOf(to)?.fromStored(inStoredForm) ?? inStoredForm;
      }),
  };
}

/** What is left of an object after fields were taken out of it, also all of its metadata. */
type PartialObject = Omit<ApiObject, 'metadata'> & Partial<Pick<ApiObject, 'metadata'>>;

/** Conversions may put fields into annotations and take them out of there: they are given metadata even where there is none. */
function withMetadata(object: PartialObject, convert: (whole: ApiObject) => ApiObject): PartialObject {
  if (object.metadata !== undefined) return convert(object as ApiObject);
  const { metadata, ...converted } = convert({ ...object, metadata: {} } as ApiObject);
  return Object.keys(metadata).length === 0 ? converted : { ...converted, metadata };
}
