import { at, listAt, textAt } from '../api/object';

/** The token of the current user in a client configuration file, or why a page cannot use it. */
export type FileCredentials = { readonly token: string } | { readonly problem: string };

const named = (list: readonly unknown[], name: string): unknown => list.find((entry) => textAt(entry, 'name') === name);

/** @param parsed the content of the file. */
export function credentialsOf(parsed: unknown): FileCredentials {
  if (listAt(parsed, 'users').length === 0)
    return { problem: 'This is not a client configuration file: it has no users.' };
  const context = named(listAt(parsed, 'contexts'), textAt(parsed, 'current-context'));
  const userName = textAt(context, 'context', 'user') || textAt(listAt(parsed, 'users')[0], 'name');
  const user = at(named(listAt(parsed, 'users'), userName), 'user');
  const token = textAt(user, 'token');
  if (token !== '') return { token };
  if (textAt(user, 'tokenFile') !== '') {
    return {
      problem: `The token of ${userName} is in another file, ${textAt(user, 'tokenFile')}: paste its content as the token.`,
    };
  }
  if (at(user, 'exec') !== undefined) {
    return { problem: `${userName} gets credentials from a program, which a page cannot run: paste a token instead.` };
  }
  if (textAt(user, 'client-certificate-data') !== '' || textAt(user, 'client-certificate') !== '') {
    return {
      problem:
        `${userName} is identified by a client certificate, which only the browser itself can present. ` +
        'Make a file for the browser with "orchctl config export-pkcs12" and import it, or sign in with a token from "orchctl create token".',
    };
  }
  return { problem: `${userName} has no token in this file.` };
}

/** Reads a dropped or chosen file. */
export async function readClientConfiguration(file: File): Promise<FileCredentials> {
  if (file.size > 1_000_000) return { problem: 'This file is too large for a client configuration.' };
  const { parse } = await import('yaml');
  try {
    return credentialsOf(parse(await file.text(), { maxAliasCount: 0 }));
  } catch {
    return { problem: 'This file is not YAML, so it is not a client configuration file.' };
  }
}
