import { structShape, textShape } from '@orch/client';
import { productVersion } from '@orch/process';
import type { Command } from 'commander';
import { DeprecatedOption } from '../command-line/deprecated-option.js';
import type { Output } from '../output.js';
import { objectText } from '../printing/object-output.js';
import { outputFormat } from '../printing/output-format.js';
import { allOptions, withSession } from './command-context.js';

interface VersionOptions {
  readonly client?: boolean;
  readonly output?: string;
}

export function addVersion(program: Command, output: Output): void {
  program
    .command('version')
    .description('show the versions of this client and of the server')
    .option('--client', 'show the client version only, without a request')
    .option('-o, --output <format>', 'json or yaml')
    .addOption(
      new DeprecatedOption('--short', 'print the version numbers only', {
        use: 'this is the default output now: leave it out',
        since: '2026-11-24',
        until: '2027-11-24',
      }),
    )
    .action(async (_options: unknown, command: Command) => {
      const options = allOptions<VersionOptions>(command);
      const format = outputFormat(options.output, ['json', 'yaml']);
      const clientVersion = { gitVersion: `v${productVersion()}`, platform: `${process.platform}/${process.arch}` };
      const show = (versions: { clientVersion: object; serverVersion?: { gitVersion?: string } }): void => {
        if (format === 'json' || format === 'yaml') output.raw(objectText(versions, format));
        else {
          output.out(`Client Version: ${clientVersion.gitVersion}\n`);
          if (versions.serverVersion) output.out(`Server Version: ${versions.serverVersion.gitVersion ?? 'unknown'}\n`);
        }
      };
      if (options.client) return show({ clientVersion });
      await withSession(command, async ({ client }) => {
        const request = { method: 'GET', path: '/version' } as const;
        const serverVersion = await client.json<{ gitVersion?: string }>(
          request,
          structShape({ gitVersion: textShape }),
        );
        show({ clientVersion, serverVersion });
      });
    });
}
