import { Clock } from '@orch/apimachinery';
import type { Lister, ObjectKey, ResourceClient } from '@orch/client';
import { DONE, InjectLister, InjectResourceClient, Reconciler, watch, type Result } from '@orch/controller-kit';
import { Vocabulary } from '@orch/vocabulary';
import {
  bootstrapTokenSelection,
  clusterInfoKey,
  secrets,
  signingToken,
  type Secret,
  type SigningToken,
} from '../shared/bootstrap-token.js';
import { configMaps, type ConfigMap } from '../shared/config-map.js';
import { unlessRefused } from '../shared/refused-write.js';
import { waitUntil } from '../shared/wait-until.js';
import { detachedSignature } from './detached-signature.js';
import { firstExpiration, planSignedData } from './plan.js';

/** Selects the signed ConfigMap. */
function signedSelection(vocabulary: Vocabulary) {
  const { namespace, name } = clusterInfoKey(vocabulary);
  return { namespace, fieldSelector: `metadata.name=${name}` };
}

/** Reconciles the signatures of the signed ConfigMap. Its only key is that ConfigMap. */
@Reconciler({
  name: 'bootstrap-signer',
  workers: 1,
  watches: (vocabulary) => [
    watch(configMaps, { options: signedSelection(vocabulary) }),
    watch(secrets, {
      options: bootstrapTokenSelection(vocabulary),
      mapToKeys: () => [clusterInfoKey(vocabulary)],
    }),
  ],
})
export class BootstrapSignerReconciler implements Reconciler {
  constructor(
    @InjectLister(configMaps, signedSelection) private readonly configMaps: Lister<ConfigMap>,
    @InjectLister(secrets, bootstrapTokenSelection) private readonly secrets: Lister<Secret>,
    @InjectResourceClient(configMaps) private readonly client: ResourceClient<ConfigMap>,
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
    // With the resourceVersion that was signed: a changed payload fails with Conflict and is signed again.
    // An immutable ConfigMap cannot be signed.
    if (data !== undefined) await unlessRefused(() => this.client.replace({ ...configMap, data }, { signal }));
    const expiresMs = firstExpiration(tokens);
    return expiresMs === undefined ? DONE : waitUntil(expiresMs, nowMs);
  }
}
