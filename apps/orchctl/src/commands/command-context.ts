import type { Command } from 'commander';
import { TRACE_LEVEL } from '../connection/trace-calls.js';
import { UnreadableAnswer } from '../user-error.js';
import type { GlobalOptions } from '../command-line/global-options.js';
import { openSession, type Session, type SessionOptions } from '../connection/session.js';

/** Options of the command and of the program together. */
export function allOptions<O>(command: Command): O & GlobalOptions {
  return command.optsWithGlobals<O & GlobalOptions>();
}

/**
 * Runs `work` with a session and ends its connections, whatever happens.
 * @throws UnreadableAnswer when the work broke on an answer of the server. With `-v=6` the error itself, whose stack shows where.
 */
export async function withSession(command: Command, work: (session: Session) => Promise<void>): Promise<void> {
  const options = allOptions<SessionOptions>(command);
  const session = openSession(options);
  try {
    await work(session);
  } catch (error) {
    // Answers are checked where they are read, except for the fields of each kind. A value of another type there breaks the work like this.
    const isBroken = error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError;
    if (!isBroken || !session.isAnswered || Number(options.v) >= TRACE_LEVEL) throw error;
    throw new UnreadableAnswer(`${error.message.replaceAll('\n', ' ')} (-v=${TRACE_LEVEL} shows where)`, {
      cause: error,
    });
  } finally {
    await session.close();
  }
}
