import { ApiError, generateName, type Random } from '@orch/apimachinery';
import type { Lister, ObjectKey, ResourceClient } from '@orch/client';
import { DONE, Reconciler, watch, type Result } from '@orch/controller-kit';
import type { Vocabulary } from '@orch/vocabulary';
import { isNamespaceGoing } from '../shared/namespace.js';
import { isPossibleName } from '../shared/possible-name.js';
import { preconditionsOf } from '../shared/preconditions.js';
import { unlessRefused } from '../shared/refused-write.js';
import {
  accountOf,
  accountUidOf,
  secrets,
  serviceAccounts,
  tokenSecretSelection,
  type Secret,
  type ServiceAccount,
} from './token-secret.js';

/** Creates the token Secret of an account, in releases that do so (D-043). Keys are accounts. */
@Reconciler({
  name: 'service-account-token-maker',
  watches: (vocabulary) => [
    watch(serviceAccounts, { filter: (change) => change.type !== 'deleted' }),
    watch(secrets, {
      options: tokenSecretSelection(vocabulary),
      filter: (change) => change.type === 'deleted',
      mapToKeys: (secret) => {
        const name = accountOf(secret, vocabulary);
        return isPossibleName(name) ? [{ namespace: secret.metadata.namespace ?? '', name }] : [];
      },
    }),
  ],
})
export class AutomaticTokenReconciler implements Reconciler {
  constructor(
    private readonly cached: Lister<ServiceAccount>,
    private readonly accounts: ResourceClient<ServiceAccount>,
    private readonly secrets: ResourceClient<Secret>,
    private readonly isAutomatic: (signal: AbortSignal) => Promise<boolean>,
    private readonly vocabulary: Vocabulary,
    private readonly random: Random,
  ) {}

  async reconcile(key: ObjectKey, signal: AbortSignal): Promise<Result> {
    if (!this.cached.get(key) || !(await this.isAutomatic(signal))) return DONE;
    // Read from the server: the cache may not have the write of the previous reconcile yet, and each attempt creates a Secret.
    const account = await this.accounts.find(key, { signal });
    if (!account || account.metadata.deletionTimestamp !== undefined) return DONE;
    const kept: { readonly name?: string }[] = [];
    for (const reference of account.secrets ?? []) {
      const named = await this.secrets.find({ namespace: key.namespace, name: reference.name ?? '' }, { signal });
      if (named && this.isTokenOf(named, account)) return DONE;
      if (named || !this.isAutomaticName(key.name, reference.name)) kept.push(reference);
    }
    await this.give(account, kept, signal);
    return DONE;
  }

  private isTokenOf(secret: Secret, { metadata }: ServiceAccount): boolean {
    const uid = accountUidOf(secret, this.vocabulary);
    return (
      secret.type === this.vocabulary.secretTypes.serviceAccountToken &&
      accountOf(secret, this.vocabulary) === metadata.name &&
      (uid === undefined || uid === metadata.uid)
    );
  }

  /** A reference to a deleted Secret is removed only if this controller added it. */
  private isAutomaticName(account: string, name = ''): boolean {
    return name.startsWith(`${account}-token-`);
  }

  private async give(
    account: ServiceAccount,
    kept: ServiceAccount['secrets'] & object,
    signal: AbortSignal,
  ): Promise<void> {
    const { namespace = '', name: accountName = '', uid = '' } = account.metadata;
    const { annotations, secretTypes } = this.vocabulary;
    const name = generateName(`${accountName}-token-`, this.random);
    const secret: Secret = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {
        namespace,
        name,
        annotations: { [annotations.serviceAccountName]: accountName, [annotations.serviceAccountUid]: uid },
      },
      type: secretTypes.serviceAccountToken,
    };
    try {
      const made = await this.secrets.createIfAbsent(secret, { signal });
      if (!made) throw new Error(`secret ${namespace}/${name} already exists`); // the retry has another name
      try {
        await unlessRefused(() => this.accounts.replace({ ...account, secrets: [...kept, { name }] }, { signal }));
      } catch (err) {
        // Not referenced: the retry creates another.
        await this.secrets.deleteIfPresent({ namespace, name }, { preconditions: preconditionsOf(made), signal });
        if (!(err instanceof ApiError && err.reason === 'NotFound')) throw err;
      }
    } catch (err) {
      if (!isNamespaceGoing(err)) throw err;
    }
  }
}
