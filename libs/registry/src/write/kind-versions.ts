import type { ResourceDefinition } from '@orch/api';
import type { ApiObject, KindVersions } from '@orch/apimachinery';

/**
 * The served versions of one stored kind, for managedFields. Kinds that share storage with another are versions of it
 * here.
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

/** An object after fields were removed, possibly all of its metadata. */
type PartialObject = Omit<ApiObject, 'metadata'> & Partial<Pick<ApiObject, 'metadata'>>;

/** Conversions may move fields to and from annotations: they get metadata even if there is none. */
function withMetadata(object: PartialObject, convert: (whole: ApiObject) => ApiObject): PartialObject {
  if (object.metadata !== undefined) return convert(object as ApiObject);
  const { metadata, ...converted } = convert({ ...object, metadata: {} } as ApiObject);
  return Object.keys(metadata).length === 0 ? converted : { ...converted, metadata };
}
