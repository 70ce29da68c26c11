import type { ApiObject } from '../../api/object';
import type { Resource } from '../../api/resource';

/** An object with its kind. */
export interface Relative {
  readonly resource: Resource;
  readonly object: ApiObject;
}
