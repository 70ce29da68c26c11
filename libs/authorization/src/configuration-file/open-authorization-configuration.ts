import { isDeepStrictEqual } from 'node:util';
import { watchFiles } from '@orch/process';
import { ANSWER_LIMIT_MS } from '@orch/webhook';
import { authorizeUnion } from '../authorize-union.js';
import type { Authorizer } from '@orch/http';
import { type AuthorizationSources, AUTHORIZER_MAKERS } from '../authorizers-by-mode.js';
import type { NameResolver } from '../named-objects.js';
import type { RuleResolver } from '../user-rules.js';
import { loadAuthorizationConfiguration } from './load-authorization-configuration.js';
import { AuthorizationConfigurationError, type NamedAuthorizer } from './read-authorization-configuration.js';

type Deciding = Authorizer & RuleResolver & NameResolver;

/** The authorizers of one version of the file. */
interface Generation {
  readonly named: readonly NamedAuthorizer[];
  readonly deciding: Deciding;
  /** Closes connections of webhooks. */
  readonly close: () => void;
}

/**
 * The authorizers of the file of `--authorization-config`, consulted in its order (D-077). Reloads the file when it changes; logs an invalid
 * version, and keeps the last valid one.
 * @throws AuthorizationConfigurationError, PolicyFileError, UserFacingError when the file is invalid at the start; errors of the file
 * system.
 */
export async function openAuthorizationConfiguration(file: string, sources: AuthorizationSources): Promise<Deciding> {
  const { options, vocabulary, clock, log, ended, decisions } = sources;
  const read = () => loadAuthorizationConfiguration(file, options.policyFile, vocabulary);
  let current = await generation(await read(), sources);
  /** @returns whether the file has changed. */
  const reload = async (): Promise<boolean> => {
    const named = await read();
    if (ended.aborted || isDeepStrictEqual(named, current.named)) return false; // something else in the directory changed
    if (allowsAll(named) !== allowsAll(current.named))
      throw new AuthorizationConfigurationError('AlwaysAllow can be added or removed only with a restart');
    const before = current;
    current = await generation(named, sources);
    // Calls in flight of the previous generation may complete.
    const cancel = clock.setTimer(before.close, ANSWER_LIMIT_MS);
    ended.addEventListener('abort', cancel, { once: true });
    log.info('authorization configuration reloaded', { file });
    return true;
  };
  const stopWatching = watchFiles(
    [file],
    async () => {
      try {
        if (await reload()) decisions.reloads.reloaded('success', clock.now());
      } catch (error) {
        decisions.reloads.reloaded('failure', clock.now());
        throw error;
      }
    },
    (problem) => log.error('invalid authorization configuration, keeping the last valid one', { file, problem }),
  );
  ended.addEventListener('abort', stopWatching, { once: true });
  return {
    decide: (user, info, requester) => current.deciding.decide(user, info, requester),
    rulesFor: (user, namespace) => current.deciding.rulesFor(user, namespace),
    namesFor: (user, question, namespace) => current.deciding.namesFor(user, question, namespace),
    prepare: (requester) => current.deciding.prepare(requester),
  };
}

const allowsAll = (named: readonly NamedAuthorizer[]): boolean => named.some(({ mode }) => mode === 'AlwaysAllow');

async function generation(named: readonly NamedAuthorizer[], sources: AuthorizationSources): Promise<Generation> {
  const over = new AbortController();
  const close = () => over.abort();
  const ended = AbortSignal.any([sources.ended, over.signal]);
  try {
    const made = await Promise.all(
      named.map(async ({ mode, name, webhook }) =>
        AUTHORIZER_MAKERS[mode]({ ...sources, ended, options: { ...sources.options, webhook } }, name),
      ),
    );
    return { named, deciding: authorizeUnion(made, sources.decisions.counting(named)), close };
  } catch (error) {
    close();
    throw error;
  }
}
