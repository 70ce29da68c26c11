import { join } from 'node:path';

/** Path of the administrator's client configuration (decision 009). Written when a server first serves. */
export const adminConfigPath = (dataDir: string): string => join(dataDir, 'admin.conf');
