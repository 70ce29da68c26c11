import type { Resource } from '../../api/resource';
import type { KindSchema } from '../../schema/kind-schema';

/** What the fields of a form depend on, except the values. */
export interface FormKind extends KindSchema {
  readonly resource: Pick<Resource, 'namespaced' | 'subresources'>;
  /** The object as the server has it; undefined for a new one. */
  readonly stored: unknown;
}
