import { recordKey } from '@orch/registry';

/** A key pair of a store, in files or in a record of the store. */
export interface KeyPairPlace {
  /** Files in the folder of the keys. */
  readonly publicFile: string;
  readonly keyFile: string;
  /** Key of its record in a store that several servers use; the value is JSON, `{ public, key? }` in PEM. */
  readonly recordKey: string;
}

/** The pairs that must be copied with a store; otherwise clients do not trust the copy (decision 042). */
export const keyPairPlaces: readonly KeyPairPlace[] = [
  { publicFile: 'ca.crt', keyFile: 'ca.key', recordKey: recordKey('keys', 'authority') },
  { publicFile: 'sa.pub', keyFile: 'sa.key', recordKey: recordKey('keys', 'service-accounts') },
];

/** Key of the record that names the vocabulary of a store, as a JSON string. */
export const vocabularyRecordKey = recordKey('vocabulary', 'name');
