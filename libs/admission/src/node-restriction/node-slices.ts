import type { ApiObject } from '@orch/apimachinery';
import { quoted, type RefusalRule } from './refusal-rule.js';

/** A node may write ResourceSlices that describe devices of its own only. */
export const nodeSlices: RefusalRule = (node, { object, oldObject }) =>
  [object, oldObject].some((slice) => slice !== undefined && nodeOf(slice) !== node)
    ? `node ${quoted(node)} can only write ResourceSlices with spec.nodeName set to itself`
    : undefined;

const nodeOf = ({ spec }: ApiObject): string | undefined =>
  (spec as { readonly nodeName?: string } | undefined)?.nodeName;
