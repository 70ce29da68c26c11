import { spawn, type ChildProcess } from 'node:child_process';

/**
 * Sees to it that a process ends when the process that runs the tests does, however that ends: a guard reads a pipe that only
 * the tests hold, and kills when it is closed.
 */
export function endWithTests(child: ChildProcess): void {
  if (child.pid === undefined) return;
  const guard = spawn('sh', ['-c', `cat > /dev/null; kill -9 ${child.pid}`], { stdio: ['pipe', 'ignore', 'ignore'] });
  guard.unref();
  child.once('exit', () => guard.kill('SIGKILL'));
}
