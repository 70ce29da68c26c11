import { parseDocument } from 'yaml';
import { isRecord } from '../../api/object';

/** The object that a text is, or why it is none. */
export type ReadForm = { readonly value: Readonly<Record<string, unknown>> } | { readonly problem: string };

export function readForm(text: string): ReadForm {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error !== undefined) return { problem: error.message.split('\n')[0] ?? error.message };
  try {
    const value: unknown = document.toJS({ maxAliasCount: 100 }) ?? {};
    return isRecord(value) ? { value } : { problem: 'The text is not an object.' };
  } catch (error) {
    // Aliases that multiply the text.
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
