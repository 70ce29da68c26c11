import type { ResourceDefinition } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';
import type { Revision } from '@orch/storage';

/** A resource that is served at run time. Its versions share one actor. */
export interface CustomResource {
  /** The version that is stored, served or not. */
  readonly stored: ResourceDefinition;
  /** The versions that clients see. */
  readonly served: readonly ResourceDefinition[];
  /** Objects written up to this revision may be of another schema or version: they are read through the schema. */
  readonly currentSince: Revision;
}

/** Selectable fields of all versions: the cache matches selectors of each. */
export const selectableFieldsOf = ({
  served,
}: CustomResource): Readonly<Record<string, (object: ApiObject) => string>> =>
  Object.assign({}, ...served.map(({ declaration }) => declaration.selectableFields)) as Readonly<
    Record<string, (object: ApiObject) => string>
  >;
