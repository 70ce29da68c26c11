import { MAX_SUBDOMAIN_LENGTH } from '@orch/apimachinery';

/** Whether an object could have this name, which comes from a reference: some are not validated, and megabytes of text are neither a name nor a key of an index. */
export const isPossibleName = (name: string | undefined): name is string =>
  name !== undefined && name !== '' && name.length <= MAX_SUBDOMAIN_LENGTH;
