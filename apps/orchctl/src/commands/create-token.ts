import { type HasMetadata, builtinResources } from '@orch/client';
import { parseDuration } from '@orch/process';
import type { Command } from 'commander';
import { collectWhole } from '../command-line/global-options.js';
import type { Output } from '../output.js';
import { objectText } from '../printing/object-output.js';
import { outputFormat } from '../printing/output-format.js';
import { UserError } from '../user-error.js';
import { allOptions, withSession } from './command-context.js';

interface TokenOptions {
  readonly audience?: readonly string[];
  readonly duration?: string;
  readonly boundObjectKind?: string;
  readonly boundObjectName?: string;
  readonly boundObjectUid?: string;
  readonly output?: string;
}

interface TokenRequest extends HasMetadata {
  readonly status?: { readonly token?: string };
}

const BOUND_KINDS: readonly string[] = ['Pod', 'Secret', 'Node'];

export function addCreateToken(create: Command, output: Output): void {
  create
    .command('token')
    .argument('<service account>')
    .description('request a token of a service account')
    .option('--audience <name>', 'audience of the token; repeatable', collectWhole)
    .option('--duration <duration>', 'requested lifetime, such as 1h; the server may shorten or extend it')
    .option('--bound-object-kind <kind>', 'Pod, Secret or Node: the token is invalid after the object is deleted')
    .option('--bound-object-name <name>', 'name of that object')
    .option('--bound-object-uid <uid>', 'uid of that object')
    .option('-o, --output <format>', 'json or yaml: the whole response')
    .action(async (_name: string, _options: unknown, command: Command) => {
      const options = allOptions<TokenOptions & { output?: string }>(command);
      const format = outputFormat(options.output, ['json', 'yaml']);
      const [account] = command.args;
      if (!account) throw new UserError('the name of the service account is empty');
      const spec = specOf(options);
      await withSession(command, async (session) => {
        const { client, namespace, vocabulary } = session;
        const body = { apiVersion: `${vocabulary.groups.authentication}/v1`, kind: 'TokenRequest', spec };
        const answer = await client
          .resource(builtinResources.serviceAccounts)
          .namespace(namespace)
          .subresource('token')
          .create<TokenRequest>(account, body);
        if (format === 'json' || format === 'yaml') return output.raw(objectText(answer, format));
        const token = answer.status?.token ?? '';
        if (token === '') throw new UserError('the server gave no token');
        output.out(`${token}\n`);
      });
    });
}

/** @throws UserError. */
function specOf(options: TokenOptions): object {
  const { audience, duration, boundObjectKind: kind, boundObjectName: name, boundObjectUid: uid } = options;
  if (kind === undefined && (name !== undefined || uid !== undefined)) {
    throw new UserError('--bound-object-name and --bound-object-uid need --bound-object-kind');
  }
  if (kind !== undefined && !BOUND_KINDS.includes(kind)) {
    throw new UserError(`--bound-object-kind=${kind}: use one of ${BOUND_KINDS.join(', ')}`);
  }
  if (kind !== undefined && name === undefined) throw new UserError('--bound-object-kind needs --bound-object-name');
  return {
    ...(audience ? { audiences: audience } : {}),
    ...(duration === undefined ? {} : { expirationSeconds: secondsOf(duration) }),
    ...(kind === undefined
      ? {}
      : { boundObjectRef: { apiVersion: 'v1', kind, name, ...(uid === undefined ? {} : { uid }) } }),
  };
}

function secondsOf(text: string): number {
  const ms = parseDuration(text);
  if (ms === undefined || ms <= 0 || ms % 1000 !== 0) {
    throw new UserError(`--duration=${text}: must be a positive duration of whole seconds, such as 10m`);
  }
  return ms / 1000;
}
