import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The directory that holds `bin/orch.js`, by which this program was started; npm starts it through a link. */
export const installationRoot = (): string => join(dirname(realpathSync(process.argv[1]!)), '..');
