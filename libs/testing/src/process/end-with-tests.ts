import { spawn, type ChildProcess } from 'node:child_process';

/**
 * Ends a process with the test process, also when that is killed: a guard reads a pipe that only
 * the test process holds, and kills the process when it is closed.
 * @param directory is removed then.
 */
export function endWithTests(child: ChildProcess, directory?: string): void {
  if (child.pid === undefined) return;
  const removal = directory === undefined ? [] : [directory];
  const guard = spawn('sh', ['-c', `cat > /dev/null; kill -9 ${child.pid}; rm -rf -- "$@"`, 'sh', ...removal], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
  child.once('exit', () => guard.kill('SIGKILL'));
}
