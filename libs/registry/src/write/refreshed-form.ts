import type { ResourceDefinition } from '@orch/api';
import { encodeObject, type ApiObject, type WorkLimit } from '@orch/apimachinery';
import type { Revision } from '@orch/storage';
import type { Entry } from '../cache/entry.js';
import { canonical } from './canonical.js';
import { fillDefaults } from './decode-object.js';
import { objectHead, startsWith } from './object-head.js';
import type { StoredForm } from './stored-form.js';

/**
 * Stored form of the objects of one version of a custom resource, which may have been written in another version, or under another schema
 * of the definition. Such objects are read through the schema of the version they were written in: unknown fields are dropped and defaults
 * set. Others are sent unchanged. The conversion between versions is the change of `apiVersion`, without the fields that the other version does
 * not know.
 * @param stored the definition whose version is stored.
 * @param declared all versions in which objects may be stored, by `apiVersion`.
 * @param currentSince objects of later revisions were written under the schemas of these definitions.
 */
export function refreshedForm(
  definition: ResourceDefinition,
  stored: ResourceDefinition,
  declared: ReadonlyMap<string, ResourceDefinition>,
  currentSince: Revision,
): StoredForm {
  const head = objectHead(definition);
  const isCurrent = (bytes: Buffer, revision: Revision): boolean => revision > currentSince && startsWith(bytes, head);
  const refreshed = (object: ApiObject, revision: Revision, limit?: WorkLimit): ApiObject => {
    // Of a version that is not declared any more, only what this one knows is left.
    const source = declared.get(object.apiVersion ?? '') ?? definition;
    const isComplete = revision > currentSince && source === stored;
    const read = isComplete ? object : fillDefaults(source, pruned(source, object), limit);
    return typed(definition, source === definition ? read : pruned(definition, read));
  };
  const isStored = definition.apiVersion === stored.apiVersion;
  const toStored = (object: ApiObject, limit?: WorkLimit): ApiObject =>
    isStored ? object : fillDefaults(stored, typed(stored, pruned(stored, object)), limit);
  const shown = (entry: Entry, object: ApiObject, limit?: WorkLimit): ApiObject =>
    isCurrent(entry.bytes, entry.revision) ? object : refreshed(object, entry.revision, limit);
  return {
    isServed: false,
    isShown: isCurrent,
    encode: (object, limit) => encodeObject(toStored(object, limit)),
    toStored: (object) => toStored(object),
    show: (bytes, revision) =>
      isCurrent(bytes, revision)
        ? bytes
        : Buffer.from(JSON.stringify(refreshed(JSON.parse(bytes.toString('utf8')) as ApiObject, revision)), 'utf8'),
    read: (entry, limit) => shown(entry, entry.parse(), limit),
    *readInSteps(entry) {
      return shown(entry, yield* entry.parseInSteps());
    },
    canonical: (object, decoded) => {
      const own = canonical(definition, object, decoded);
      return isStored ? own : typed(definition, pruned(definition, toStored(own)));
    },
  };
}

/** Without fields that the schema of the version does not know. */
const pruned = ({ schema }: ResourceDefinition, object: ApiObject): ApiObject =>
  schema.stored(object) as unknown as ApiObject;

/** As an object of that version, with kind and version first. */
function typed({ gvk, apiVersion }: ResourceDefinition, object: ApiObject): ApiObject {
  const { kind: _kind, apiVersion: _apiVersion, ...rest } = object;
  return { kind: gvk.kind, apiVersion, ...rest } as ApiObject;
}
