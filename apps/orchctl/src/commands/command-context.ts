import type { Command } from 'commander';
import type { GlobalOptions } from '../command-line/global-options.js';
import { openSession, type Session, type SessionOptions } from '../connection/session.js';

/** Options of the command and of the program together. */
export function allOptions<O>(command: Command): O & GlobalOptions {
  return command.optsWithGlobals<O & GlobalOptions>();
}

/** Runs `work` with a session and ends its connections, whatever happens. */
export async function withSession(command: Command, work: (session: Session) => Promise<void>): Promise<void> {
  const session = openSession(allOptions<SessionOptions>(command));
  try {
    await work(session);
  } finally {
    await session.close();
  }
}
