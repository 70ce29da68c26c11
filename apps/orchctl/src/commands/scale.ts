import type { Command } from 'commander';
import type { Output } from '../output.js';
import { keyIn, scoped } from '../resources/object-scope.js';
import { objectLabel } from '../resources/resource-catalog.js';
import { resolveTargets } from '../resources/targets.js';
import { UserError } from '../user-error.js';
import { allOptions, withSession } from './command-context.js';

interface ScaleFlags {
  readonly replicas?: string;
}

export function addScale(program: Command, output: Output): void {
  program
    .command('scale')
    .description('set the number of replicas')
    .argument('<targets...>', 'TYPE NAME... or TYPE/NAME...')
    .option('--replicas <count>', 'number of replicas')
    .action(async (args: string[], _options: unknown, command: Command) => {
      const { replicas = '' } = allOptions<ScaleFlags>(command);
      if (!/^\d+$/.test(replicas)) throw new UserError('--replicas must be a whole number, such as --replicas=3');
      await withSession(command, async (session) => {
        const fieldManager = `${session.vocabulary.client.commandLine}-scale`;
        for (const { entry, names } of await resolveTargets(session.catalog, args)) {
          if (names.length === 0) throw new UserError('scale needs the names of objects');
          const scales = scoped(session, entry, session.namespace).subresource('scale');
          for (const name of names) {
            const wish = { spec: { replicas: Number(replicas) } };
            await scales.patch(keyIn(entry, session.namespace, name), 'merge', wish, { fieldManager });
            output.out(`${objectLabel(entry, name)} scaled\n`);
          }
        }
      });
    });
}
