import { CommanderError } from 'commander';
import { runProgram } from './command-line/program.js';
import { errorText } from './error-text.js';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader (`head`, a pager) has seen enough.
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

const output = {
  out: (text: string): void => void process.stdout.write(text),
  err: (text: string): void => void process.stderr.write(text),
};

runProgram(process.argv.slice(2), output).catch((error: unknown) => {
  // Help and version come as an error with status 0.
  if (error instanceof CommanderError && error.exitCode === 0) return;
  const text = errorText(error);
  if (text !== '') process.stderr.write(`${text}\n`);
  process.exitCode = 1;
});
