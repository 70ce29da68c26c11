import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { type ConfigFile, resolveUser } from '@orch/client';
import { readTextSync } from '@orch/process';
import { Pkcs12Error, writePkcs12 } from '../pkcs12/write-pkcs12.js';
import { UserError } from '../user-error.js';

/** Options of `config export-pkcs12`. */
export interface ExportOptions {
  readonly context?: string | undefined;
  readonly passwordFile?: string;
  readonly legacy?: boolean;
}

/** Bits of a password that is made: 96. It is typed by hand, once. */
const PASSWORD_BYTES = 12;
const OWNER_ONLY = 0o600;

/**
 * Writes the client certificate of a context for browsers.
 * @returns the password, if one was made.
 * @throws UserError, ConfigurationError.
 */
export async function exportPkcs12(
  file: ConfigFile,
  path: string,
  options: ExportOptions,
): Promise<string | undefined> {
  const name = options.context ?? file.currentContext;
  const context = file.contexts.find((candidate) => candidate.name === name);
  if (!context) throw new UserError(`context "${name ?? ''}" does not exist`);
  const user = file.users.find((candidate) => candidate.name === context.entry.user);
  const { cert, key } = user ? resolveUser(user).tls : {};
  if (!user || cert === undefined || key === undefined) {
    throw new UserError(
      `the user of context "${context.name}" has no client certificate: log in to the dashboard with a token`,
    );
  }
  const given = options.passwordFile === undefined ? undefined : passwordIn(options.passwordFile);
  const password = given ?? randomBytes(PASSWORD_BYTES).toString('base64url');
  const content = {
    certificates: certificatesIn(String(cert)),
    privateKey: String(key),
    friendlyName: `${user.name} (${context.name})`,
    password,
  };
  const bytes = await writePkcs12(content, options.legacy === true ? 'legacy' : 'modern').catch((error: unknown) => {
    if (error instanceof Pkcs12Error) throw new UserError(`user "${user.name}": ${error.message}`);
    throw error;
  });
  write(path, bytes);
  return given === undefined ? password : undefined;
}

function passwordIn(file: string): string {
  const text = readTextSync(file).replace(/\r?\n$/, '');
  if (text === '') throw new UserError(`${file}: the password is empty`);
  return text;
}

function write(path: string, bytes: Buffer): void {
  try {
    writeFileSync(path, bytes, { mode: OWNER_ONLY, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new UserError(`${path} exists: remove it first, or name another file`);
    throw new UserError(`${path} cannot be written: ${(error as Error).message}`);
  }
}

function certificatesIn(pem: string): string[] {
  const found = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  if (!found) throw new UserError('the client certificate is not PEM');
  return found;
}
