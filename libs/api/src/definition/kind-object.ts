/**
 * What every kind's class extends: a whole object with its type in it. The index signature makes each kind an
 * `ApiObject`, which is what travels and is stored; declared fields keep their own types.
 */
export abstract class KindObject {
  kind?: string;
  apiVersion?: string;
  [field: string]: unknown;
}
