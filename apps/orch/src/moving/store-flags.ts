import { flagGroup, processFlags, type FlagDefinition } from '@orch/process';
import { redisFlags, storageFlags } from '@orch/server';

const dataDirFlag = processFlags.flags.find(({ name }) => name === 'data-dir')!;
const backendFlag = storageFlags.flags.find(({ name }) => name === 'storage-backend')!;

type DataDirFlag = Extract<(typeof processFlags)['flags'][number], { readonly name: 'data-dir' }>;
type BackendFlag = Extract<(typeof storageFlags)['flags'][number], { readonly name: 'storage-backend' }>;

/** Which store is meant: the flags of a server, with the same meaning. */
export const storeFlags = [
  flagGroup('Store', [dataDirFlag as DataDirFlag, backendFlag as BackendFlag] satisfies readonly FlagDefinition[]),
  redisFlags,
] as const;
