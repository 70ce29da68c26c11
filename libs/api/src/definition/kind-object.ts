/**
 * Base class of every kind: an object with type metadata. The index signature makes each kind an
 * `ApiObject`, the type that is transferred and stored; declared fields keep their own types.
 */
export abstract class KindObject {
  kind?: string;
  apiVersion?: string;
  [field: string]: unknown;
}
