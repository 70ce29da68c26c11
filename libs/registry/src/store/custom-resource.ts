import type { ResourceDefinition } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';
import type { Revision } from '@orch/storage';
import type { ResourceKey } from '../keys/object-reader.js';
import type { ObjectConversion } from '../conversion/object-conversion.js';
import type { KindSource } from '../write/kind-source.js';

/** A cluster-scoped object. */
export interface StoredObject extends ResourceKey {
  readonly name: string;
}

/** A resource that is served at run time. Its versions share one actor. */
export interface CustomResource {
  /** The version that is stored, served or not. */
  readonly stored: ResourceDefinition;
  /** The versions that clients see. */
  readonly served: readonly ResourceDefinition[];
  /** Objects written up to this revision may be of another schema or version: they are read through the schema. */
  readonly currentSince: Revision;
  /**
   * The object that defines it: a write is stored only if that has not changed since the registry saw it, on any server. Default: this is
   * not checked.
   */
  readonly definedBy?: StoredObject;
  /** Converts objects between versions, where the change of `apiVersion` is not enough. Default: it is. */
  readonly conversion?: ObjectConversion | undefined;
  /** What other threads build it from. Default: they cannot. */
  readonly source?: KindSource;
  /** Versions in which objects may be stored that are neither `stored` nor served. Default: none. */
  readonly unserved?: readonly ResourceDefinition[];
}

/** Selectable fields of all versions: the cache matches selectors of each. */
export const selectableFieldsOf = ({
  served,
}: CustomResource): Readonly<Record<string, (object: ApiObject) => string>> =>
  Object.assign({}, ...served.map(({ declaration }) => declaration.selectableFields)) as Readonly<
    Record<string, (object: ApiObject) => string>
  >;
