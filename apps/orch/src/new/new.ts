import { UserFacingError, UsageError } from '@orch/process';
import { COMMANDS } from '../command-names.js';
import { installationRoot } from '../installation-root.js';
import { programs } from '../programs.js';
import { newController } from './new-controller.js';

const USAGE = `Writes the sources of a new controller: its program, a test, and its entry in nest-cli.json.

Usage: orch new controller NAME
`;

/** `orch new controller NAME`. */
export function create(argv: readonly string[]): void {
  if (argv.includes('--help') || argv.includes('-h')) {
    process.stdout.write(USAGE);
    return;
  }
  const [what, name, ...rest] = argv;
  try {
    if (what !== 'controller' || name === undefined || rest.length > 0) {
      throw new UsageError('say what: orch new controller NAME');
    }
    const taken = [...COMMANDS, ...programs.map((program) => program.name)];
    const files = newController(installationRoot(), name, taken);
    process.stdout.write(`${files.map((file) => `wrote ${file}`).join('\n')}\n`);
    process.stdout.write(`Next: npm run build && node bin/orch.js ${name}\n`);
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof UserFacingError)) throw error;
    process.stderr.write(`orch new: ${error.message}\n`);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}
