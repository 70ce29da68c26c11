import { flagGroup, processFlags } from '@orch/process';
import { redisFlags, storageFlags } from '@orch/server';

type DataDirFlag = Extract<(typeof processFlags)['flags'][number], { readonly name: 'data-dir' }>;
type BackendFlag = Extract<(typeof storageFlags)['flags'][number], { readonly name: 'storage-backend' }>;

const dataDirFlag = processFlags.flags.find(({ name }) => name === 'data-dir') as DataDirFlag;
const backendFlag = storageFlags.flags.find(({ name }) => name === 'storage-backend') as BackendFlag;

/** Location of a store: flags of a server, with the same meaning. */
export const placeFlags = [flagGroup('Data directory', [dataDirFlag]), redisFlags] as const;

/** Location and backend of a store. */
export const storeFlags = [flagGroup('Store', [dataDirFlag, backendFlag]), redisFlags] as const;
