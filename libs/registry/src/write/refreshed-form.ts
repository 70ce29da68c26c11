import type { ResourceDefinition } from '@orch/api';
import { encodeObject, type ApiObject } from '@orch/apimachinery';
import type { Revision } from '@orch/storage';
import { canonical } from './canonical.js';
import { fillDefaults } from './decode-object.js';
import type { StoredForm } from './stored-form.js';

/**
 * Stored form of the objects of one version of a custom resource, which may have been written in another version, or under another schema
 * of the definition. Such objects are read through the schema: unknown fields are dropped and defaults set. Others are sent unchanged. The
 * conversion between versions is the change of `apiVersion`.
 * @param stored the definition whose version is stored.
 * @param currentSince objects of later revisions were written under the schemas of these definitions.
 */
export function refreshedForm(
  definition: ResourceDefinition,
  stored: ResourceDefinition,
  currentSince: Revision,
): StoredForm {
  const { gvk, apiVersion } = definition;
  const head = Buffer.from(`${JSON.stringify({ kind: gvk.kind, apiVersion }).slice(0, -1)},`);
  const isCurrent = (bytes: Buffer, revision: Revision): boolean =>
    revision > currentSince && bytes.length > head.length && bytes.compare(head, 0, head.length, 0, head.length) === 0;
  const refreshed = (object: ApiObject): ApiObject => {
    const decoded = definition.schema.stored(object) as unknown as ApiObject;
    const { kind: _kind, apiVersion: _apiVersion, ...rest } = fillDefaults(definition, decoded);
    return { kind: gvk.kind, apiVersion, ...rest } as ApiObject;
  };
  const toStored = (object: ApiObject): ApiObject =>
    object.apiVersion === stored.apiVersion ? object : { ...object, apiVersion: stored.apiVersion };
  return {
    isServed: false,
    encode: (object) => encodeObject(toStored(object)),
    toStored,
    show: (bytes, revision) =>
      isCurrent(bytes, revision)
        ? bytes
        : Buffer.from(JSON.stringify(refreshed(JSON.parse(bytes.toString('utf8')) as ApiObject)), 'utf8'),
    read: (entry) => {
      const object = entry.parse();
      return isCurrent(entry.bytes, entry.revision) ? object : refreshed(object);
    },
    canonical: (object, decoded) => canonical(definition, object, decoded),
  };
}
