import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../user-error.js';
import type { Editor } from './editor.js';

/** A text that could not be saved: it is opened again with this reason. */
export class RefusedText extends Error {}

/** What came of it. */
export type EditOutcome = 'saved' | 'unchanged' | 'empty';

const HINT = `# Lines that begin with '#' are ignored. A file without other lines ends the edit.
# If it cannot be saved, this file is opened again with the reason.
#
`;

/**
 * Lets the user edit a text until it is saved, unchanged or empty.
 * @param extension of the file, for the editor: `yaml`.
 * @param save stores an edited text. @throws RefusedText to open it again.
 * @throws UserError when a refused text is not changed again, and what `save` throws: with the path of a copy of the text.
 */
export async function editText(
  text: string,
  extension: string,
  editor: Editor,
  save: (edited: string) => Promise<void>,
): Promise<EditOutcome> {
  const folder = await mkdtemp(join(tmpdir(), 'orchctl-edit-'));
  const path = join(folder, `object.${extension}`);
  let before = text;
  let reason = '';
  let keeps = false;
  try {
    for (;;) {
      await writeFile(path, HINT + reason + before, { mode: 0o600 });
      await editor(path);
      const edited = withoutComments(await readFile(path, 'utf8'));
      if (edited.trim() === '') return 'empty';
      if (edited === withoutComments(before)) {
        if (reason === '') return 'unchanged';
        throw new UserError('Edit cancelled, no valid changes were saved');
      }
      keeps = true;
      try {
        await save(edited);
        keeps = false;
        return 'saved';
      } catch (error) {
        if (!(error instanceof RefusedText)) throw error;
        reason = `${error.message.replace(/^/gm, '# ')}\n#\n`;
        before = edited;
      }
    }
  } catch (cause) {
    if (!keeps) throw cause;
    const message = (cause as Error).message.replace(/\.$/, '');
    throw new UserError(`${message}; a copy of your changes is in ${JSON.stringify(path)}`, { cause });
  } finally {
    if (!keeps) await rm(folder, { recursive: true });
  }
}

const withoutComments = (text: string): string => text.replace(/^#.*\n?/gm, '');
