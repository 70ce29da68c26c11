import { runOrch } from '@orch/testing';
import type { Dice } from '../consistency/dice.js';
import { ApiClient } from './api-client.js';
import { judgeAnswers } from './judge-answers.js';
import type { WrittenHistory } from './written-history.js';

/** What a server did on a damaged store. */
export interface DamagedStart {
  readonly violations: readonly string[];
  /** What its log said when it refused to start. */
  readonly refusal: string | undefined;
  /** Answers that were errors. */
  readonly errors: number;
  /** Answers that were 200. */
  readonly answers: number;
}

/** Starts a server, reads everything from it where it serves, and stops it. It must neither die by a signal nor refuse in more than one line. */
export async function startAndJudge(
  flags: readonly string[],
  history: WrittenHistory,
  dice: Dice,
  options: { readonly mayLoseEnd: boolean },
): Promise<DamagedStart> {
  const server = runOrch(['apiserver', '--secure-port=0', ...flags]);
  let url: string;
  try {
    url = await server.ready;
  } catch {
    await server.stop('SIGKILL');
    const { exitCode, signalCode } = server.child;
    const errors = server.log().split('\n').filter((line) => line.startsWith('orch apiserver: ') || line.includes(' ERROR ') || /^\s+at /.test(line)); // prettier-ignore
    const isClear = exitCode === 1 && errors.length === 1;
    const violations = isClear ? [] : [`the start ended with ${exitCode ?? signalCode}: ${server.log()}`];
    return { violations, refusal: errors[0] ?? '', errors: 0, answers: 0 };
  }
  const client = new ApiClient(url);
  const violations: string[] = [];
  let errors = 0;
  let answers = 0;
  try {
    const judgement = await judgeAnswers(client, history, dice, options);
    violations.push(...judgement.violations);
    ({ errors, answers } = judgement);
  } catch (error) {
    violations.push(`the server could not be asked: ${String(error)}`);
  } finally {
    await client.close();
  }
  const end = await server.stop();
  if (end !== 0) violations.push(`the server ended with ${end}: ${server.log().slice(-2_000)}`);
  return { violations, refusal: undefined, errors, answers };
}
