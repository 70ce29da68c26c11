import type { ResourceDefinition } from '@orch/api';
import { encodeObject, type ApiObject, type WorkLimit } from '@orch/apimachinery';
import type { Revision } from '@orch/storage';
import type { Entry } from '../cache/entry.js';
import { canonical } from './canonical.js';

/** Stored form of the objects of a served kind. Kinds that share storage with another are converted. */
export interface StoredForm {
  /** Stored bytes are the served bytes. */
  readonly isServed: boolean;
  /** Whether these stored bytes are the served bytes: cheap, while `show` may parse them. */
  isShown(bytes: Buffer, revision: Revision): boolean;
  /** From the served object to the bytes to store. @param limit of defaults that it adds. Default: none. @throws WorkLimitError. */
  encode(object: ApiObject, limit?: WorkLimit): { bytes: Buffer; revisionAt: number };
  /** From the served object to the stored one. */
  toStored(object: ApiObject): ApiObject;
  /**
   * From stored bytes to served bytes: the same bytes if both forms are equal.
   * @param revision at which the object was written.
   */
  show(bytes: Buffer, revision: Revision): Buffer;
  /** A new served object. @param limit as of `encode`. */
  read(entry: Entry, limit?: WorkLimit): ApiObject;
  /** As `read`, in steps where the object is large. */
  readInSteps(entry: Entry): Generator<undefined, ApiObject>;
  /**
   * The served object as `read` returns it once it is stored: content that the stored form does not keep does not count as a change.
   * @param decoded the decoded object, if any: parts shared with it are canonical already.
   */
  canonical(object: ApiObject, decoded?: ApiObject): ApiObject;
}

/** Stored as served: reads send the bytes unchanged. */
const asServed = (definition: ResourceDefinition): StoredForm => ({
  isServed: true,
  isShown: () => true,
  encode: (object) => encodeObject(object),
  toStored: (object) => object,
  show: (bytes) => bytes,
  read: (entry) => entry.parse(),
  readInSteps: (entry) => entry.parseInSteps(),
  canonical: (object, decoded) => canonical(definition, object, decoded),
});

/** @param stored the definition whose form is stored. */
export function storedForm(definition: ResourceDefinition, stored: ResourceDefinition): StoredForm {
  const conversion = definition.conversion;
  if (!conversion || stored === definition) return asServed(definition);
  const toStored = (object: ApiObject): ApiObject => ({
    ...conversion.toStored(object),
    kind: stored.gvk.kind,
    apiVersion: stored.apiVersion,
  });
  const fromStored = (object: ApiObject): ApiObject => {
    const converted = conversion.fromStored(object);
    const { kind: _kind, apiVersion: _apiVersion, ...rest } = converted;
    // The stored form has the empty one always, also of a release before the version had it.
    if (!hasStatus(definition)) delete (rest as { status?: unknown }).status;
    return { kind: definition.gvk.kind, apiVersion: definition.apiVersion, ...rest } as ApiObject;
  };
  return {
    isServed: false,
    isShown: () => false,
    encode: (object) => {
      // In the order of the stored kind, so that the same object has the same bytes whichever kind was sent (C-042).
      const { kind, apiVersion, ...rest } = canonical(stored, toStored(object));
      return encodeObject({ kind, apiVersion, ...rest } as ApiObject);
    },
    toStored,
    show: (bytes) => Buffer.from(JSON.stringify(fromStored(JSON.parse(bytes.toString('utf8')) as ApiObject)), 'utf8'),
    read: (entry) => fromStored(entry.parse()),
    *readInSteps(entry) {
      return fromStored(yield* entry.parseInSteps());
    },
    canonical: (object) => fromStored(canonical(stored, toStored(canonical(definition, object)))),
  };
}

const hasStatus = ({ definitions, schemaName }: ResourceDefinition): boolean =>
  definitions.get(schemaName)?.properties?.['status'] !== undefined;
