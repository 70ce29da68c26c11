import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A temporary directory of a test. */
export interface TemporaryDirectory {
  readonly path: string;
  remove(): Promise<void>;
}

export async function temporaryDirectory(): Promise<TemporaryDirectory> {
  const path = await mkdtemp(join(tmpdir(), 'orch-test-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
