import type { Socket } from 'node:net';
import { endWithTests, startControlPlane, type TestControlPlane } from '@orch/testing';
import type { VocabularyName } from '@orch/vocabulary';

/** Modules stay from one test file to the next of a worker, and so do these. */
const planes = new Map<VocabularyName, Promise<TestControlPlane>>();
let users = 0;

/**
 * An API server with default flags and without controllers for all test files of this worker; it ends with the worker.
 * @returns it, and a number that no other user of it has.
 */
export async function sharedControlPlane(
  vocabulary: VocabularyName,
): Promise<{ readonly plane: TestControlPlane; readonly number: number }> {
  const starting = planes.get(vocabulary) ?? start(vocabulary);
  planes.set(vocabulary, starting);
  return { plane: await starting, number: ++users };
}

async function start(vocabulary: VocabularyName): Promise<TestControlPlane> {
  const plane = await startControlPlane({ command: 'apiserver', storage: 'embedded', vocabulary });
  const { child } = plane.process;
  endWithTests(child, plane.dataDir);
  // The worker does not wait for its end.
  child.unref();
  for (const output of [child.stdout, child.stderr]) (output as Socket).unref();
  return plane;
}
