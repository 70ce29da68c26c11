import { sameJson } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import { forbiddenLabels } from './node-labels.js';
import { quoted, type RefusalRule } from './refusal-rule.js';

interface NodeSpec {
  readonly configSource?: unknown;
  readonly taints?: unknown;
}

const specOf = (object: ApiObject | undefined): NodeSpec => (object?.['spec'] ?? {}) as NodeSpec;

/**
 * Nodes and their sub-resources: a node may write its own Node only, without fields that affect scheduling (labels of reserved
 * domains, taints) or garbage collection (owner references: CVE-2025-5187; also on create, since the owner may be an object that the
 * node deletes later). A node that registers itself may set taints.
 */
export function ownNode(vocabulary: Vocabulary): RefusalRule {
  const forbidden = forbiddenLabels(vocabulary);
  return (node, { operation, name, object, oldObject }) => {
    const who = `node ${quoted(node)}`;
    if (name !== node) return `${who} is not allowed to modify node ${quoted(name)}`;
    if (operation === 'CREATE') {
      if (specOf(object).configSource) return `${who} is not allowed to create pods with a non-nil configSource`;
      if (object?.metadata.ownerReferences?.length) return `${who} is not allowed to set ownerReferences`;
      const labels = forbidden(object, undefined);
      return labels.length > 0 ? `${who} is not allowed to set the following labels: ${labels.join(', ')}` : undefined;
    }
    if (operation !== 'UPDATE') return undefined;
    const [now, old] = [specOf(object), specOf(oldObject)];
    if (now.configSource && !sameJson(now.configSource, old.configSource)) {
      return `${who} is not allowed to update configSource to a new non-nil configSource`;
    }
    if (!sameJson(now.taints ?? [], old.taints ?? [])) return `${who} is not allowed to modify taints`;
    if (!sameJson(object?.metadata.ownerReferences ?? [], oldObject?.metadata.ownerReferences ?? [])) {
      return `${who} is not allowed to modify ownerReferences`;
    }
    const labels = forbidden(object, oldObject);
    return labels.length > 0 ? `is not allowed to modify labels: ${labels.join(', ')}` : undefined;
  };
}
