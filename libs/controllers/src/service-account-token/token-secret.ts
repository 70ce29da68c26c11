import { builtinResources, type HasMetadata, type ResourceLike } from '@orch/client';
import type { Vocabulary } from '@orch/vocabulary';
import { isPossibleName } from '../shared/possible-name.js';
import { perVocabulary } from '../shared/per-vocabulary.js';

export interface Secret extends HasMetadata {
  readonly type?: string;
  /** Base64 by key. */
  readonly data?: Readonly<Record<string, string>>;
}

export interface ServiceAccount extends HasMetadata {
  readonly secrets?: readonly { readonly name?: string }[];
}

export const secrets: ResourceLike<Secret> = builtinResources.secrets;
export const serviceAccounts: ResourceLike<ServiceAccount> = builtinResources.serviceAccounts;

/** Secrets that hold tokens, found by `namespace/account`. */
export const ACCOUNT_INDEX = 'account';

/** Selects them in a watch (A-262, D-040). */
export const tokenSecretSelection = perVocabulary((vocabulary) => ({
  fieldSelector: `type=${vocabulary.secretTypes.serviceAccountToken}`,
  indexes: {
    [ACCOUNT_INDEX]: (secret: Secret) => {
      const name = accountOf(secret, vocabulary);
      return isPossibleName(name) ? [`${secret.metadata.namespace}/${name}`] : [];
    },
  },
}));

/** Name of the account a token Secret is for. */
export const accountOf = (secret: Secret, { annotations }: Vocabulary): string =>
  secret.metadata.annotations?.[annotations.serviceAccountName] ?? '';

/** Uid of that account, if it is set. */
export const accountUidOf = (secret: Secret, { annotations }: Vocabulary): string | undefined =>
  secret.metadata.annotations?.[annotations.serviceAccountUid] || undefined;
