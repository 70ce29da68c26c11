import type { Clock } from '@orch/apimachinery';
import type { Lister, ObjectKey, ResourceClient } from '@orch/client';
import { DONE, type Reconciler, type Result } from '@orch/controller-kit';
import type { Vocabulary } from '@orch/vocabulary';
import { signingToken, type Secret, type SigningToken } from '../shared/bootstrap-token.js';
import type { ConfigMap } from '../shared/config-map.js';
import { unlessRefused } from '../shared/refused-write.js';
import { waitUntil } from '../shared/wait-until.js';
import { detachedSignature } from './detached-signature.js';
import { firstExpiration, planSignedData } from './plan.js';

/** Keeps the signatures in the one signed ConfigMap right. Its only key is that ConfigMap. */
export class BootstrapSignerReconciler implements Reconciler {
  constructor(
    private readonly configMaps: Lister<ConfigMap>,
    private readonly secrets: Lister<Secret>,
    private readonly client: ResourceClient<ConfigMap>,
    private readonly vocabulary: Vocabulary,
    private readonly clock: Clock,
  ) {}

  async reconcile(key: ObjectKey, signal: AbortSignal): Promise<Result> {
    const configMap = this.configMaps.get(key);
    if (!configMap || configMap.metadata.deletionTimestamp !== undefined) return DONE;
    const nowMs = this.clock.now();
    const tokens = this.secrets
      .list()
      .map((secret) => signingToken(secret, this.vocabulary, nowMs))
      .filter((token): token is SigningToken => token !== undefined);
    const data = await planSignedData(configMap, tokens, this.vocabulary.clusterInfo, detachedSignature);
    // Carries the resourceVersion that was signed: a new payload answers Conflict and is signed anew.
    // An immutable ConfigMap takes no signature.
    if (data !== undefined) await unlessRefused(() => this.client.replace({ ...configMap, data }, { signal }));
    const expiresMs = firstExpiration(tokens);
    return expiresMs === undefined ? DONE : waitUntil(expiresMs, nowMs);
  }
}
