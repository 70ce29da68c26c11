import { commandOf } from './command.js';
import { printHelp } from './help.js';
import { move } from './moving/moving.js';
import { printVersion } from './version.js';
import { up } from './up/up.js';

const command = commandOf(process.argv.slice(2));
switch (command.name) {
  case 'up':
    up(command.argv);
    break;
  case 'backup':
  case 'restore':
  case 'migrate':
    move(command.name, command.argv);
    break;
  case 'version':
    printVersion();
    break;
  case 'help':
    printHelp();
    break;
  case 'unknown':
    process.stderr.write(`orch: ${command.problem}\n`);
    process.exitCode = 2;
    break;
}
