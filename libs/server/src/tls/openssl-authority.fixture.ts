import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** A certificate with its key, as PEM, named as `node:tls` names them. */
export interface Pair {
  readonly cert: string;
  readonly key: string;
}

export interface LeafOptions {
  /** Subject as OpenSSL writes it: `/CN=jane/O=dev`. */
  readonly subject: string;
  /** Extended key usage. Default `clientAuth`. */
  readonly usage?: string;
  /** Negative: it is over. Default 2. */
  readonly days?: number;
  /** `DNS:a.example` and the like. */
  readonly altNames?: string;
}

/** A certificate authority made with the `openssl` command, in files of its own. For tests. */
export class OpensslAuthority {
  private constructor(
    private readonly directory: string,
    /** PEM file of its certificate. */
    readonly file: string,
    readonly pem: string,
  ) {}

  static async create(commonName: string): Promise<OpensslAuthority> {
    const directory = await mkdtemp(join(tmpdir(), 'orch-openssl-'));
    const file = join(directory, 'ca.crt');
    const key = join(directory, 'ca.key');
    await run('openssl', [
      'req',
      '-x509',
      ...NEW_KEY,
      '-keyout',
      key,
      '-out',
      file,
      '-subj',
      `/CN=${commonName}`,
      '-days',
      '3',
    ]);
    return new OpensslAuthority(directory, file, await readFile(file, 'utf8'));
  }

  async remove(): Promise<void> {
    await rm(this.directory, { recursive: true, force: true });
  }

  async issue({ subject, usage = 'clientAuth', days = 2, altNames }: LeafOptions): Promise<Pair> {
    const lines = [`extendedKeyUsage=${usage}`, ...(altNames === undefined ? [] : [`subjectAltName=${altNames}`])];
    return this.sign(subject, lines, days);
  }

  /** An authority below this one. `pem` is its certificate, which clients send beside theirs. */
  async intermediate(commonName: string): Promise<OpensslAuthority> {
    const { cert, key } = await this.sign(
      `/CN=${commonName}`,
      ['basicConstraints=critical,CA:true', 'keyUsage=keyCertSign'],
      2,
    );
    const directory = await mkdtemp(join(tmpdir(), 'orch-openssl-'));
    const file = join(directory, 'ca.crt');
    await Promise.all([writeFile(file, cert), writeFile(join(directory, 'ca.key'), key)]);
    return new OpensslAuthority(directory, file, cert);
  }

  private async sign(subject: string, extensions: readonly string[], days: number): Promise<Pair> {
    const directory = await mkdtemp(join(this.directory, 'leaf-'));
    const at = (name: string) => join(directory, name);
    await run('openssl', ['req', ...NEW_KEY, '-keyout', at('key'), '-out', at('csr'), '-subj', subject]);
    await writeFile(at('ext'), `${extensions.join('\n')}\n`);
    const ca = ['-CA', this.file, '-CAkey', join(this.directory, 'ca.key'), '-CAcreateserial'];
    const files = ['-in', at('csr'), '-out', at('crt'), '-extfile', at('ext')];
    await run('openssl', ['x509', '-req', ...files, ...ca, '-days', String(days)]);
    const [cert, key] = await Promise.all([readFile(at('crt'), 'utf8'), readFile(at('key'), 'utf8')]);
    return { cert, key };
  }
}
