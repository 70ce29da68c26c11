import { keyOf, type Lister, type ObjectKey, type ResourceClient } from '@orch/client';
import { DONE, InjectLister, InjectResourceClient, Logger, Reconciler, watch, type Result } from '@orch/controller-kit';
import { Vocabulary } from '@orch/vocabulary';
import { isPossibleName } from '../shared/possible-name.js';
import { preconditionsOf } from '../shared/preconditions.js';
import { unlessRefused } from '../shared/refused-write.js';
import { RootCaSource } from '../shared/root-ca-source.js';
import { planSecret } from './plan.js';
import {
  ACCOUNT_INDEX,
  accountOf,
  accountUidOf,
  secrets,
  serviceAccounts,
  tokenSecretSelection,
  type Secret,
  type ServiceAccount,
} from './token-secret.js';
import { TokenSignerSource } from './token-signer.js';

/** Delay until a missing key is looked up again. */
const KEY_RETRY_MS = 60_000;

/** Fills one token Secret, or removes it with its account. Keys are Secrets. Source: D-040..D-042. */
@Reconciler({
  name: 'service-account-token',
  watches: (vocabulary) => {
    const selection = tokenSecretSelection(vocabulary);
    return [
      watch(secrets, { options: selection }),
      watch(serviceAccounts, {
        mapToKeys: ({ metadata: { namespace, name } }, informers) =>
          informers.lister(secrets, selection).byIndex(ACCOUNT_INDEX, `${namespace}/${name}`).map(keyOf),
      }),
    ];
  },
})
export class TokenSecretReconciler implements Reconciler {
  constructor(
    @InjectLister(secrets, tokenSecretSelection) private readonly tokenSecrets: Lister<Secret>,
    @InjectLister(serviceAccounts) private readonly cachedAccounts: Lister<ServiceAccount>,
    @InjectResourceClient(serviceAccounts)
    private readonly accounts: Pick<ResourceClient<ServiceAccount>, 'find'>,
    @InjectResourceClient(secrets) private readonly client: ResourceClient<Secret>,
    private readonly signer: TokenSignerSource,
    private readonly rootCa: RootCaSource,
    private readonly vocabulary: Vocabulary,
    private readonly logger: Logger,
  ) {}

  async reconcile(key: ObjectKey, signal: AbortSignal): Promise<Result> {
    const secret = this.tokenSecrets.get(key);
    if (!secret || secret.metadata.deletionTimestamp !== undefined) return DONE;
    const sign = await this.signer.load();
    if (!sign) {
      this.logger.warn('no key to sign service account tokens with yet', {
        namespace: key.namespace,
        secret: key.name,
      });
      return { requeueAfterMs: KEY_RETRY_MS };
    }
    const accountName = accountOf(secret, this.vocabulary);
    if (accountName === '') return DONE; // rejected by validation
    const account = await this.accountFor(secret, { namespace: key.namespace, name: accountName }, signal);
    const plan = planSecret(secret, account, await this.rootCa.load(), this.vocabulary, sign);
    if (plan.action === 'delete') {
      await this.client.deleteIfPresent(key, { preconditions: preconditionsOf(secret), signal });
    } else if (plan.action === 'fill') {
      await unlessRefused(() => this.client.replace(plan.secret, { signal })); // an immutable Secret takes no token
    }
    return DONE;
  }

  /**
   * The account of a Secret. Only that of a Secret which names its uid is taken from the cache: a change of the account wakes all its Secrets. Others are often
   * created right after their account, which the cache may not have yet.
   */
  private accountFor(secret: Secret, key: ObjectKey, signal: AbortSignal): Promise<ServiceAccount | undefined> {
    if (!isPossibleName(key.name)) return Promise.resolve(undefined);
    const cached = this.cachedAccounts.get(key);
    const isIts = cached?.metadata.uid !== undefined && accountUidOf(secret, this.vocabulary) === cached.metadata.uid;
    if (isIts && cached.metadata.deletionTimestamp === undefined) return Promise.resolve(cached);
    return this.accounts.find(key, { signal });
  }
}
