import type { ApiObject } from '@orch/apimachinery';
import type { RefusalRule } from './refusal-rule.js';

/** A node may write ResourceSlices that describe devices of its own only. */
export const nodeSlices: RefusalRule = (node, { operation, object, oldObject }) =>
  [object, oldObject].some((slice) => slice !== undefined && nodeOf(slice) !== node)
    ? `can only ${operation.toLowerCase()} ResourceSlice with the same NodeName as the requesting node`
    : undefined;

const nodeOf = ({ spec }: ApiObject): string | undefined =>
  (spec as { readonly nodeName?: string } | undefined)?.nodeName;
