import { Command } from 'commander';
import { addApiResources, addApiVersions } from '../commands/api-resources.js';
import { addApply } from '../commands/apply.js';
import { addCertificate } from '../commands/certificate.js';
import { addConfig } from '../commands/config.js';
import { addCreate } from '../commands/create.js';
import { addDelete } from '../commands/delete.js';
import { addDescribe } from '../commands/describe.js';
import { addGet } from '../commands/get.js';
import { addPatch } from '../commands/patch.js';
import { addVersion } from '../commands/version.js';
import type { Output } from '../output.js';
import { TRACE_LEVEL, traceCalls } from '../connection/trace-calls.js';
import { UserError } from '../user-error.js';
import { addGlobalOptions, type GlobalOptions } from './global-options.js';
import { normalizeArguments } from './normalize-arguments.js';

/** The whole command line. Nothing runs until `parse`. */
export function buildProgram(output: Output): Command {
  const program = addGlobalOptions(new Command('orchctl'))
    .description('Works with the objects of an API server.')
    .exitOverride()
    .configureOutput({ writeOut: (text) => output.out(text), writeErr: () => undefined })
    .showSuggestionAfterError()
    .hook('preAction', (_program, command) => {
      const level = Number(command.optsWithGlobals<GlobalOptions>().v);
      if (!Number.isInteger(level)) throw new UserError('-v must be a number');
      if (level >= TRACE_LEVEL) traceCalls(output);
    });
  const adders = [
    addGet,
    addDescribe,
    addCreate,
    addApply,
    addPatch,
    addDelete,
    addCertificate,
    addApiResources,
    addApiVersions,
    addVersion,
    addConfig,
  ];
  for (const add of adders) add(program, output);
  return program;
}

/** Parses and runs. Rejects with what went wrong. */
export async function runProgram(argv: readonly string[], output: Output): Promise<void> {
  const program = buildProgram(output);
  await program.parseAsync([...normalizeArguments(argv, booleanOptions(program))], { from: 'user' });
}

function booleanOptions(command: Command): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { long, required, optional } of command.options) {
    if (long && !required && !optional) names.add(long);
  }
  for (const child of command.commands) for (const name of booleanOptions(child)) names.add(name);
  return names;
}
