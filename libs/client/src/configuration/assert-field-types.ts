import type { ClusterEntry, ContextEntry, Named, UserEntry } from './config-file.js';
import { ConfigurationError } from './configuration-error.js';

type FieldType = 'text' | 'boolean' | 'texts' | 'lists of texts';
type FieldTypes<E> = Readonly<Partial<Record<keyof E & string, FieldType>>>;

/** Fields that check themselves are left out. */
export const CLUSTER_FIELDS: FieldTypes<ClusterEntry> = {
  server: 'text',
  'certificate-authority': 'text',
  'certificate-authority-data': 'text',
  'insecure-skip-tls-verify': 'boolean',
  'tls-server-name': 'text',
  'proxy-url': 'text',
};

export const USER_FIELDS: FieldTypes<UserEntry> = {
  'client-certificate': 'text',
  'client-certificate-data': 'text',
  'client-key': 'text',
  'client-key-data': 'text',
  token: 'text',
  tokenFile: 'text',
  username: 'text',
  password: 'text',
  as: 'text',
  'as-uid': 'text',
  'as-groups': 'texts',
  'as-user-extra': 'lists of texts',
};

export const CONTEXT_FIELDS: FieldTypes<ContextEntry> = { cluster: 'text', user: 'text', namespace: 'text' };

/**
 * Checks the fields of an entry. One of another type must not count as absent: a request would be sent without impersonation, or trust other authorities.
 * @throws ConfigurationError Invalid, without the value, which may be a secret.
 */
export function assertFieldTypes<E extends object>({ name, file, entry }: Named<E>, fields: FieldTypes<E>): void {
  for (const [field, type] of Object.entries(fields) as [keyof E & string, FieldType][]) {
    const value: unknown = entry[field] ?? undefined;
    if (value === undefined || isOfType[type](value)) continue;
    throw new ConfigurationError('Invalid', `${file}: ${field} of "${name}" must be ${SHOWN[type]}`);
  }
}

const isText = (value: unknown): boolean => typeof value === 'string';
const areTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);

const isOfType: Readonly<Record<FieldType, (value: unknown) => boolean>> = {
  text: isText,
  boolean: (value) => typeof value === 'boolean',
  texts: areTexts,
  'lists of texts': (value) =>
    typeof value === 'object' && !Array.isArray(value) && Object.values(value as object).every(areTexts),
};

const SHOWN: Readonly<Record<FieldType, string>> = {
  text: 'a text (in quotes where it looks like a number)',
  boolean: 'true or false',
  texts: 'a list of texts',
  'lists of texts': 'a map of lists of texts',
};
