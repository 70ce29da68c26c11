import type { ResourceDefinition } from '@orch/api';
import { encodeObject, type ApiObject } from '@orch/apimachinery';
import type { Entry } from '../cache/entry.js';
import { canonical } from './canonical.js';

/** How the objects of a served kind lie in the store. Kinds that share storage with another are converted on the way. */
export interface StoredForm {
  /** Stored bytes are the served bytes. */
  readonly isServed: boolean;
  /** From the served object to the bytes to store. */
  encode(object: ApiObject): { bytes: Buffer; revisionAt: number };
  /** From the served object to the stored one. */
  toStored(object: ApiObject): ApiObject;
  /** From stored bytes to served bytes: the same ones where the forms are the same. */
  show(bytes: Buffer): Buffer;
  /** A fresh served object. */
  read(entry: Entry): ApiObject;
  /**
   * The served object as `read` gives it once it is stored: content that the stored form does not keep is no change.
   * @param decoded the object as decoding gave it, when there is one: what it shares needs no second look.
   */
  canonical(object: ApiObject, decoded?: ApiObject): ApiObject;
}

/** Stored as it is served: reads send the bytes untouched. */
const asServed = (definition: ResourceDefinition): StoredForm => ({
  isServed: true,
  encode: encodeObject,
  toStored: (object) => object,
  show: (bytes) => bytes,
  read: (entry) => entry.parse(),
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
    return { kind: definition.gvk.kind, apiVersion: definition.apiVersion, ...rest } as ApiObject;
  };
  return {
    isServed: false,
    encode: (object) => {
      // In the order of the stored kind, so that the same object has the same bytes whichever kind it came as (C-042).
      const { kind, apiVersion, ...rest } = canonical(stored, toStored(object));
      return encodeObject({ kind, apiVersion, ...rest } as ApiObject);
    },
    toStored,
    show: (bytes) => Buffer.from(JSON.stringify(fromStored(JSON.parse(bytes.toString('utf8')) as ApiObject)), 'utf8'),
    read: (entry) => fromStored(entry.parse()),
    canonical: (object) => fromStored(canonical(stored, toStored(canonical(definition, object)))),
  };
}
