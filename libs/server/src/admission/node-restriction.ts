import { ApiError, type ApiObject } from '@orch/apimachinery';
import type { AdmissionAttributes } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import { nodeOf } from '../authorization/node/node-identity.js';
import type { AdmissionPlugin } from './admission-plugin.js';

/**
 * What the Node mode cannot see, since it stands in the body: a node makes no Node, lease or CSINode but its own, and gives itself
 * no label of a reserved domain but those that nodes report (D-184). Tokens are looked at where they are made.
 */
export function nodeRestriction({ groups, namespaces, reservedGroupSuffixes }: Vocabulary): AdmissionPlugin {
  const isNode = ({ definition: { gvr } }: AdmissionAttributes): boolean =>
    gvr.group === '' && gvr.resource === 'nodes';
  const bearsItsName = (a: AdmissionAttributes): boolean => {
    const { group, resource } = a.definition.gvr;
    if (resource === 'leases') return group === groups.coordination && a.namespace === namespaces.nodeLease;
    return isNode(a) || (resource === 'csinodes' && group === groups.storage);
  };
  return {
    name: 'NodeRestriction',
    handles: (a) =>
      (a.operation === 'CREATE' ? bearsItsName(a) : a.operation === 'UPDATE' && isNode(a)) &&
      nodeOf(a.user) !== undefined,
    validate: (a) => {
      const node = nodeOf(a.user)!;
      if (a.name !== node) throw refused(a, `node ${JSON.stringify(node)} may write only what bears its own name`);
      if (!isNode(a)) return;
      const kept = changedLabels(a.oldObject, a.object).filter((key) => isReserved(key, reservedGroupSuffixes));
      if (kept.length > 0) {
        throw refused(a, `node ${JSON.stringify(node)} may not set or change these labels: ${kept.sort().join(', ')}`);
      }
    },
  };
}

/** Domains, less what they end with, whose labels a node may set on itself: all, or those named. */
const REPORTED: ReadonlyMap<string, ReadonlySet<string> | undefined> = new Map([
  ['', new Set(['hostname', 'os', 'arch'])],
  ['topology', new Set(['zone', 'region'])],
  ['failure-domain.beta', new Set(['zone', 'region'])],
  ['beta', new Set(['instance-type', 'os', 'arch'])],
  ['node', undefined],
]);

/** Whether a label is of a reserved domain and not one that nodes report. */
function isReserved(key: string, suffixes: readonly string[]): boolean {
  const slash = key.indexOf('/');
  if (slash < 0) return false;
  const domain = key.slice(0, slash);
  const suffix = suffixes.find((end) => domain === end || domain.endsWith(`.${end}`));
  if (suffix === undefined) return false;
  const kind = domain.slice(0, -suffix.length - 1);
  if (!REPORTED.has(kind)) return true;
  const names = REPORTED.get(kind);
  return names !== undefined && !names.has(key.slice(slash + 1));
}

/** Keys that came, went, or have another value. */
function changedLabels(before: ApiObject | undefined, after: ApiObject | undefined): string[] {
  const old = before?.metadata.labels ?? {};
  const now = after?.metadata.labels ?? {};
  const valueIn = (labels: Readonly<Record<string, string>>, key: string): string | undefined =>
    Object.hasOwn(labels, key) ? labels[key] : undefined;
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (key) => valueIn(old, key) !== valueIn(now, key),
  );
}

function refused(a: AdmissionAttributes, why: string): ApiError {
  const { group, resource } = a.definition.gvr;
  return ApiError.forbidden({ group, resource, name: a.name }, why);
}
