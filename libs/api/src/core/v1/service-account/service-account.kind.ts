import { tokenRequestKind } from '../../../authentication/v1/token-request/token-request.kind.js';
import { AGE_COLUMN, column, NAME_COLUMN } from '../../../definition/columns.js';
import type { KindDeclaration } from '../../../definition/kind-declaration.js';
import { serviceAccountWarnings } from './service-account-warnings.js';
import { ServiceAccount } from './service-account.types.js';

/** Secrets are those of its namespace: of each reference the name is stored. */
function withNamesOfSecrets(account: ServiceAccount): ServiceAccount {
  if (!account.secrets) return account;
  return { ...account, secrets: account.secrets.map(({ name }) => (name === undefined ? {} : { name })) };
}

export const serviceAccountKind: KindDeclaration = {
  type: ServiceAccount,
  group: 'core',
  version: 'v1',
  kind: 'ServiceAccount',
  resource: 'serviceaccounts',
  singular: 'serviceaccount',
  shortNames: ['sa'],
  namespaced: true,
  nameRule: 'dns-subdomain',
  deleteAnswers: 'object',
  actions: { token: tokenRequestKind },
  columns: [
    NAME_COLUMN,
    column<ServiceAccount>(
      { name: 'Secrets', type: 'string', description: 'Number of secrets its pods may use.' },
      (account) => account.secrets?.length ?? 0,
    ),
    AGE_COLUMN,
  ],
  strategy: () => ({
    prepareForCreate: withNamesOfSecrets,
    prepareForUpdate: withNamesOfSecrets,
    warnings: serviceAccountWarnings,
  }),
};
