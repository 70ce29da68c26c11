import { buildDate, productVersion } from '@orch/process';
import { commandOf } from './command.js';
import { printHelp } from './help.js';
import { installationRoot } from './installation-root.js';
import { runStoreCommandByName } from './store-commands/store-commands.js';
import { create } from './new/new.js';
import { ownPrograms } from './programs.js';
import { up } from './up/up.js';

const own = ownPrograms(installationRoot());
const command = commandOf(process.argv.slice(2), own);
switch (command.name) {
  case 'up':
    up(command.argv);
    break;
  case 'dashboard':
    // Loaded lazily: `orch up` serves no requests.
    void import('./dashboard/dashboard.js').then(({ dashboard }) => dashboard(command.argv));
    break;
  case 'backup':
  case 'restore':
  case 'migrate':
    runStoreCommandByName(command.name, command.argv);
    break;
  case 'fsck':
    // Loaded lazily: `orch up` does not need the store.
    void import('./fsck/fsck.js').then(({ fsck }) => fsck(command.argv));
    break;
  case 'storage':
    // Loaded lazily: `orch up` needs no client.
    void import('./storage/storage-migrate.js').then(({ storage }) => storage(command.argv));
    break;
  case 'new':
    create(command.argv);
    break;
  case 'version':
    process.stdout.write(`orch ${productVersion()} (built ${buildDate()}, node ${process.versions.node})\n`);
    break;
  case 'help':
    printHelp(own);
    break;
  case 'unknown':
    process.stderr.write(`orch: ${command.problem}\n`);
    process.exitCode = 2;
    break;
}
