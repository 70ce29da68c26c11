import { Command, CommanderError } from 'commander';
import { addApiResources, addApiVersions } from '../commands/api-resources.js';
import { addApply } from '../commands/apply.js';
import { addAuth } from '../commands/auth.js';
import { addCertificate } from '../commands/certificate.js';
import { addConfig } from '../commands/config.js';
import { addCreate } from '../commands/create.js';
import { addDelete } from '../commands/delete.js';
import { addDescribe } from '../commands/describe.js';
import { addEdit } from '../commands/edit.js';
import { addExplain } from '../commands/explain.js';
import { addGet } from '../commands/get.js';
import { addPatch } from '../commands/patch.js';
import { addScale } from '../commands/scale.js';
import { addAnnotate, addLabel } from '../commands/set-metadata.js';
import { addVersion } from '../commands/version.js';
import { addWait } from '../commands/wait.js';
import type { Output } from '../output.js';
import { TRACE_LEVEL, traceCalls } from '../connection/trace-calls.js';
import { UserError } from '../user-error.js';
import { deprecationWarnings } from './deprecated-option.js';
import { addGlobalOptions, type GlobalOptions } from './global-options.js';
import { nearestOption } from './nearest-option.js';
import { normalizeArguments } from './normalize-arguments.js';

/** The whole command line. Nothing runs until `parse`. */
export function buildProgram(output: Output): Command {
  const program = addGlobalOptions(new Command('orchctl'))
    .description('Controls objects of an API server.')
    .exitOverride()
    .configureOutput({ writeOut: (text) => output.out(text), writeErr: () => undefined })
    .showSuggestionAfterError()
    .hook('preAction', (_program, command) => {
      const level = Number(command.optsWithGlobals<GlobalOptions>().v);
      if (!Number.isInteger(level)) throw new UserError('-v must be a number');
      if (level >= TRACE_LEVEL) traceCalls(output);
      for (const warning of deprecationWarnings(command)) output.err(`Warning: ${warning}\n`);
    });
  const adders = [
    addGet,
    addDescribe,
    addEdit,
    addExplain,
    addCreate,
    addApply,
    addPatch,
    addScale,
    addLabel,
    addAnnotate,
    addDelete,
    addWait,
    addAuth,
    addCertificate,
    addApiResources,
    addApiVersions,
    addVersion,
    addConfig,
  ];
  for (const add of adders) add(program, output);
  return program;
}

/** Parses and runs a command line. Rejects with its error. */
export async function runProgram(argv: readonly string[], output: Output): Promise<void> {
  const program = buildProgram(output);
  try {
    await program.parseAsync([...normalizeArguments(argv, booleanOptions(program))], { from: 'user' });
  } catch (error) {
    throw withNearest(error, program, argv);
  }
}

/** The parser names the nearest of most, but not of options that came with `=value`. */
function withNearest(error: unknown, program: Command, argv: readonly string[]): unknown {
  if (!(error instanceof CommanderError) || error.code !== 'commander.unknownOption') return error;
  const unknown = /'(--[^']*)'/.exec(error.message)?.[1];
  const nearest =
    unknown?.includes('=') && !error.message.includes('Did you mean')
      ? nearestOption(program, argv, unknown)
      : undefined;
  if (nearest === undefined) return error;
  return new CommanderError(error.exitCode, error.code, `${error.message} (Did you mean ${nearest}?)`);
}

function booleanOptions(command: Command): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { long, required, optional } of command.options) {
    if (long && !required && !optional) names.add(long);
  }
  for (const child of command.commands) for (const name of booleanOptions(child)) names.add(name);
  return names;
}
