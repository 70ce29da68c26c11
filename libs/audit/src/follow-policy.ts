import { errorMessage } from '@orch/apimachinery';
import { type Logger, readText, UserFacingError, watchFiles } from '@orch/process';
import type { AuditPolicy } from './audit-policy.js';
import { readAuditPolicy } from './read-audit-policy.js';

/** The policy of a file, in its newest valid version. */
export interface FollowedPolicy {
  readonly current: AuditPolicy;
  /** Ends the watch on the file. */
  close(): void;
}

/**
 * Reads a policy, and reads it again when its file changes. A file that is no longer valid is reported, and the policy
 * before it stays in effect.
 * @param group of its kind.
 * @throws UserFacingError when the file cannot be used at the start.
 */
export async function followPolicy(file: string, group: string, log: Logger): Promise<FollowedPolicy> {
  let text = await readText(file).catch((error: unknown) => Promise.reject(unusable(file, error)));
  let current = policyOf(file, text, group);
  const stop = watchFiles(
    [file],
    async () => {
      const changed = await readText(file);
      if (changed === text) return;
      current = policyOf(file, changed, group);
      text = changed;
      log.info('audit policy reloaded', { file });
    },
    (problem, error) => {
      log.error('invalid audit policy, keeping the last valid one', { file, problem });
      log.debug('invalid audit policy', { error });
    },
  );
  return {
    get current() {
      return current;
    },
    close: stop,
  };
}

function policyOf(file: string, text: string, group: string): AuditPolicy {
  try {
    return readAuditPolicy(text, group);
  } catch (error) {
    throw unusable(file, error);
  }
}

const unusable = (file: string, error: unknown): UserFacingError =>
  new UserFacingError(`--audit-policy-file: ${file}: ${errorMessage(error)}`, { cause: error });
