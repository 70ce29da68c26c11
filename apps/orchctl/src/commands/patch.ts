import { readFileSync } from 'node:fs';
import { ApiError } from '@orch/apimachinery';
import type { HasMetadata, PatchType } from '@orch/client';
import type { Command } from 'commander';
import { parse } from 'yaml';
import type { Output } from '../output.js';
import { readDialect } from '../printing/yaml-dialect.js';
import { keyIn, scoped } from '../resources/object-scope.js';
import { objectLabel } from '../resources/resource-catalog.js';
import { resolveTargets } from '../resources/targets.js';
import { UserError } from '../user-error.js';
import { addWriteOptions, dryRunNote, wishOf, writeOptions, type WriteFlags } from '../writing/write-flags.js';
import { showWritten } from '../writing/written-object.js';
import { allOptions, withSession } from './command-context.js';

interface PatchFlags extends WriteFlags {
  readonly patch?: string;
  readonly patchFile?: string;
  readonly type: string;
  readonly subresource?: string;
}

const TYPES: readonly PatchType[] = ['strategic', 'merge', 'json'];

export function addPatch(program: Command, output: Output): void {
  const command = program
    .command('patch')
    .description('change fields of objects')
    .argument('<targets...>', 'TYPE NAME... or TYPE/NAME...')
    .option('-p, --patch <text>', 'the patch, JSON or YAML')
    .option('--patch-file <path>', 'a file with the patch')
    .option('--type <type>', 'strategic, merge or json', 'strategic')
    .option('--subresource <name>', 'such as status or scale');
  addWriteOptions(command).action(async (args: string[], _options: unknown, self: Command) => {
    const flags = allOptions<PatchFlags>(self);
    const wish = wishOf(flags);
    const type = TYPES.find((candidate) => candidate === flags.type);
    if (!type) throw new UserError(`--type=${flags.type}: use ${TYPES.join(', ')}`);
    if (wish.dryRun === 'client')
      throw new UserError('--dry-run=client: the server alone knows what a patch makes, use server');
    const patch = readPatch(flags);
    await withSession(self, async (session) => {
      const options = writeOptions(wish, `${session.vocabulary.client.commandLine}-patch`);
      for (const { entry, names } of await resolveTargets(session.catalog, args)) {
        if (names.length === 0) throw new UserError('patch needs the names of objects');
        const resource = scoped(session, entry, session.namespace);
        for (const name of names) {
          const key = keyIn(entry, session.namespace, name);
          const calling =
            flags.subresource === undefined
              ? resource.patch(key, type, patch, options)
              : resource.subresource(flags.subresource).patch<HasMetadata>(key, type, patch, options);
          const patched = await calling.catch((error: unknown) => {
            throw withAdvice(error, type);
          });
          showWritten(patched, `${objectLabel(entry, name)} patched${dryRunNote(wish)}`, wish, output);
        }
      }
    });
  });
}

/** Translates the accepted media types in the error of the server to values of `--type`. */
function withAdvice(error: unknown, type: PatchType): unknown {
  if (!(error instanceof ApiError) || error.code !== 415) return error;
  const others = TYPES.filter((candidate) => candidate !== type && candidate !== 'strategic');
  const advice = others.map((candidate) => `--type=${candidate}`).join(' or ');
  return new UserError(`this server takes no ${type} patches of this kind: use ${advice}`, { cause: error });
}

/** @throws UserError. */
function readPatch({ patch, patchFile }: PatchFlags): unknown {
  if ((patch === undefined) === (patchFile === undefined))
    throw new UserError('give the patch with either -p or --patch-file');
  try {
    const value: unknown = parse(patch ?? readFileSync(patchFile ?? '', 'utf8'), readDialect);
    if (typeof value === 'object' && value !== null) return value;
  } catch (cause) {
    throw new UserError(`cannot read the patch: ${String((cause as Error).message).split('\n', 1)[0] ?? ''}`, {
      cause,
    });
  }
  throw new UserError('the patch must be a JSON or YAML object, or a list of operations with --type=json');
}
