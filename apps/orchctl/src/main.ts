import { CommanderError } from 'commander';
import { runProgram } from './command-line/program.js';
import { errorText } from './error-text.js';
import { terminalOutput } from './output.js';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // The reader (`head`, a pager) has closed the pipe.
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

const output = terminalOutput(process.stdout, process.stderr);

runProgram(process.argv.slice(2), output).catch((error: unknown) => {
  // Help and version come as an error with status 0.
  if (error instanceof CommanderError && error.exitCode === 0) return;
  const text = errorText(error);
  if (text !== '') output.err(`${text}\n`);
  process.exitCode = 1;
});
