import type { ApiObject } from '@orch/apimachinery';

/** Result of a dry run, in the order in which it would have been stored. */
export const dryRunBytes = ({ kind, apiVersion, metadata, ...rest }: ApiObject): Buffer =>
  Buffer.from(JSON.stringify({ kind, apiVersion, metadata, ...rest }), 'utf8');
