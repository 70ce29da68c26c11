import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** A certificate with its key, as PEM, with the names of `node:tls`. */
export interface Pair {
  readonly cert: string;
  readonly key: string;
}

export interface LeafOptions {
  /** Subject in OpenSSL format: `/CN=jane/O=dev`. */
  readonly subject: string;
  /** Extended key usage. Default `clientAuth`. */
  readonly usage?: string;
  /** Days of validity. Negative: expired. Default 2. */
  readonly days?: number;
  /** `DNS:a.example` and the like. */
  readonly altNames?: string;
}

/** A certificate authority created with the `openssl` command, in a separate directory. For tests. */
export class OpensslAuthority {
  private constructor(
    private readonly directory: string,
    /** PEM file of its certificate. */
    readonly file: string,
    readonly pem: string,
  ) {}

  /** @param altNames `IP:127.0.0.1` and the like, for a serving certificate. */
  static async create(commonName: string, altNames?: string): Promise<OpensslAuthority> {
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
      ...(altNames === undefined ? [] : ['-addext', `subjectAltName=${altNames}`]),
    ]);
    return new OpensslAuthority(directory, file, await readFile(file, 'utf8'));
  }

  /** PEM of its key. */
  keyPem(): Promise<string> {
    return readFile(join(this.directory, 'ca.key'), 'utf8');
  }

  async remove(): Promise<void> {
    await rm(this.directory, { recursive: true, force: true });
  }

  async issue({ subject, usage = 'clientAuth', days = 2, altNames }: LeafOptions): Promise<Pair> {
    const lines = [`extendedKeyUsage=${usage}`, ...(altNames === undefined ? [] : [`subjectAltName=${altNames}`])];
    return this.sign(subject, lines, days);
  }

  /** A client certificate for an external request, whose subject is copied byte by byte. */
  async issueFor(request: { readonly requestPem: string; readonly privateKeyPem: string }): Promise<Pair> {
    const directory = await mkdtemp(join(this.directory, 'leaf-'));
    await writeFile(join(directory, 'csr'), request.requestPem);
    return { cert: await this.certify(directory, ['extendedKeyUsage=clientAuth'], 2), key: request.privateKeyPem };
  }

  /** An authority below this one. `pem` is its certificate, which clients send in addition to theirs. */
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
    const cert = await this.certify(directory, extensions, days);
    return { cert, key: await readFile(at('key'), 'utf8') };
  }

  /** Issues the certificate for the request in the file `csr` of a directory. */
  private async certify(directory: string, extensions: readonly string[], days: number): Promise<string> {
    const at = (name: string) => join(directory, name);
    await writeFile(at('ext'), `${extensions.join('\n')}\n`);
    // Concurrent calls would share a file of serial numbers.
    const serial = ['-set_serial', `0x${randomBytes(8).toString('hex')}`];
    const ca = ['-CA', this.file, '-CAkey', join(this.directory, 'ca.key'), ...serial];
    const files = ['-in', at('csr'), '-out', at('crt'), '-extfile', at('ext')];
    await run('openssl', ['x509', '-req', ...files, ...ca, '-days', String(days)]);
    return readFile(at('crt'), 'utf8');
  }
}
