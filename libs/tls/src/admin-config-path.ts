import { join } from 'node:path';

/** Where the administrator's client configuration lies (decision 009). Written when a server first serves. */
export const adminConfigPath = (dataDir: string): string => join(dataDir, 'admin.conf');
