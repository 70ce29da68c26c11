import type { Vocabulary } from '@orch/vocabulary';
import type { SigningToken } from '../shared/bootstrap-token.js';
import type { ConfigMap } from '../shared/config-map.js';

/** Signs `payload` with one token. */
export type Sign = (payload: string, token: SigningToken) => Promise<string>;

/**
 * Desired data of the signed ConfigMap: one signature for each token that may sign; other signatures are removed.
 * Undefined when it is up to date. Without a payload all signatures are
 * removed. Source, C-155, D-025.
 */
export async function planSignedData(
  configMap: ConfigMap,
  tokens: readonly SigningToken[],
  clusterInfo: Vocabulary['clusterInfo'],
  sign: Sign,
): Promise<Record<string, string> | undefined> {
  const before = configMap.data ?? {};
  const kept = Object.entries(before).filter(([key]) => !key.startsWith(clusterInfo.signaturePrefix));
  const payload = Object.hasOwn(before, clusterInfo.configKey) ? before[clusterInfo.configKey] : undefined;
  if (payload !== undefined) {
    const sorted = [...tokens].sort((a, b) => (a.id < b.id ? -1 : 1));
    for (const token of sorted) kept.push([clusterInfo.signaturePrefix + token.id, await sign(payload, token)]);
  }
  const unchanged = kept.length === Object.keys(before).length && kept.every(([key, value]) => before[key] === value);
  return unchanged ? undefined : Object.fromEntries(kept);
}

/** Earliest expiration of the tokens, milliseconds since 1970; undefined when none expires. */
export function firstExpiration(tokens: readonly SigningToken[]): number | undefined {
  let first: number | undefined;
  for (const { expiresMs } of tokens) {
    if (expiresMs !== undefined && (first === undefined || expiresMs < first)) first = expiresMs;
  }
  return first;
}
