import { cp, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** By path: those that this process makes now, or knows to be complete. */
const made = new Map<string, Promise<void>>();

/**
 * Copies a directory that is the same for all tests of a run. The first test that needs it makes it, in whichever process it runs. Outside of a test
 * run, which makes the folder of such directories (test/support/prepared.cjs), nothing is copied.
 * @param name of the directory; one name always has the same content.
 * @param make fills it. Not called when it exists.
 * @param into the copy; its parent must exist.
 */
export async function copyPrepared(name: string, into: string, make: (path: string) => Promise<void>): Promise<void> {
  const folder = process.env['ORCH_TEST_PREPARED'];
  if (folder === undefined) return;
  const path = join(folder, name);
  const making = made.get(path) ?? prepare(folder, path, make);
  made.set(path, making);
  try {
    await making;
  } catch (error) {
    made.delete(path);
    throw error;
  }
  await cp(path, into, { recursive: true });
}

async function prepare(folder: string, path: string, make: (path: string) => Promise<void>): Promise<void> {
  if (await exists(path)) return;
  const draft = await mkdtemp(join(folder, 'draft-'));
  try {
    await make(draft);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another process may have been first: what it made has the same content.
    if (!(await exists(path))) throw error;
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
