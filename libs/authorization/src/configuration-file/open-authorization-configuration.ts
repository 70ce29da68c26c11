import { isDeepStrictEqual } from 'node:util';
import { watchFiles } from '@orch/process';
import { ANSWER_LIMIT_MS } from '@orch/webhook';
import { authorizeUnion } from '../authorize-union.js';
import type { Authorizer } from '@orch/http';
import { type AuthorizationSources, AUTHORIZER_MAKERS } from '../authorizers-by-mode.js';
import type { NameTeller } from '../named-objects.js';
import type { RuleTeller } from '../user-rules.js';
import { loadAuthorizationConfiguration } from './load-authorization-configuration.js';
import { AuthorizationConfigurationError, type NamedAuthorizer } from './read-authorization-configuration.js';

type Deciding = Authorizer & RuleTeller & NameTeller;

/** Who decides by one text of the file. */
interface Generation {
  readonly named: readonly NamedAuthorizer[];
  readonly deciding: Deciding;
  /** Closes what it keeps open. */
  readonly close: () => void;
}

/**
 * Whom the file of `--authorization-config` names, asked in its order (D-077). It is read again whenever it changes; a new text
 * that cannot be used is logged, and the last good one stays in force.
 * @throws AuthorizationConfigurationError, PolicyFileError, UserFacingError when it cannot be used at the start; what the operating
 * system says about files.
 */
export async function openAuthorizationConfiguration(file: string, sources: AuthorizationSources): Promise<Deciding> {
  const { options, vocabulary, clock, log, ended } = sources;
  const read = () => loadAuthorizationConfiguration(file, options.policyFile, vocabulary);
  let current = await generation(await read(), sources);
  const stopWatching = watchFiles(
    [file],
    async () => {
      const named = await read();
      if (ended.aborted || isDeepStrictEqual(named, current.named)) return; // something else in the directory changed
      if (allowsAll(named) !== allowsAll(current.named))
        throw new AuthorizationConfigurationError('AlwaysAllow comes and goes with a restart only');
      const before = current;
      current = await generation(named, sources);
      // Whoever asks the old ones still gets an answer.
      const cancel = clock.setTimer(before.close, ANSWER_LIMIT_MS);
      ended.addEventListener('abort', cancel, { once: true });
      log.info('the authorization configuration was read again', { file });
    },
    (problem) =>
      log.error('the authorization configuration cannot be used; the last good one stays', { file, problem }),
  );
  ended.addEventListener('abort', stopWatching, { once: true });
  return {
    decide: (user, info, requester) => current.deciding.decide(user, info, requester),
    rulesFor: (user, namespace) => current.deciding.rulesFor(user, namespace),
    namesFor: (user, question, namespace) => current.deciding.namesFor(user, question, namespace),
  };
}

const allowsAll = (named: readonly NamedAuthorizer[]): boolean => named.some(({ mode }) => mode === 'AlwaysAllow');

async function generation(named: readonly NamedAuthorizer[], sources: AuthorizationSources): Promise<Generation> {
  const over = new AbortController();
  const close = () => over.abort();
  const ended = AbortSignal.any([sources.ended, over.signal]);
  try {
    const made = await Promise.all(
      named.map(async ({ mode, webhook }) =>
        AUTHORIZER_MAKERS[mode]({ ...sources, ended, options: { ...sources.options, webhook } }),
      ),
    );
    return { named, deciding: authorizeUnion(made), close };
  } catch (error) {
    close();
    throw error;
  }
}
