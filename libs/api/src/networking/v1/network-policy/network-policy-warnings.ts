import { FieldPath } from '@orch/apimachinery';
import type { Vocabulary } from '@orch/vocabulary';
import type { StrategyContext } from '../../../definition/strategy.js';
import { cidrWarnings } from '../../../validation/ip-warnings.js';
import type { NetworkPolicy, NetworkPolicyPeer } from './network-policy.types.js';

const SPEC = FieldPath.of('spec');

/** Ranges in older forms, and those that begin with another address than their first. */
export const networkPolicyWarnings = ({ spec }: NetworkPolicy, { vocabulary }: StrategyContext): string[] => [
  ...(spec?.ingress ?? []).flatMap(({ from }, index) =>
    peerWarnings(SPEC.child('ingress').index(index).child('from'), from, vocabulary),
  ),
  ...(spec?.egress ?? []).flatMap(({ to }, index) =>
    peerWarnings(SPEC.child('egress').index(index).child('to'), to, vocabulary),
  ),
];

const peerWarnings = (
  path: FieldPath,
  peers: readonly NetworkPolicyPeer[] | null | undefined,
  names: Vocabulary,
): string[] =>
  (peers ?? []).flatMap(({ ipBlock }, index) => {
    if (!ipBlock) return [];
    const at = path.index(index).child('ipBlock');
    return [
      ...cidrWarnings(at.child('cidr'), ipBlock.cidr, names),
      ...(ipBlock.except ?? []).flatMap((range, i) => cidrWarnings(at.child('except').index(i), range, names)),
    ];
  });
