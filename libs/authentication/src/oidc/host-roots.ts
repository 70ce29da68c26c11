import { readText, UsageError } from '@orch/process';

/** CA bundles of operating systems; Node has its own list, which the host's administrator cannot change. */
const BUNDLES: readonly string[] = [
  '/etc/ssl/certs/ca-certificates.crt', // Debian, Ubuntu, Alpine, Arch
  '/etc/pki/tls/certs/ca-bundle.crt', // Fedora, RHEL
  '/etc/ssl/ca-bundle.pem', // SUSE
  '/etc/ssl/cert.pem', // macOS, BSD
];

/**
 * The CAs trusted by this host, as PEM (B-061): the file of `SSL_CERT_FILE`, else the first existing bundle. Undefined
 * without one: then Node's list is used.
 * @throws UsageError when the named file cannot be read.
 */
export async function hostRoots(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<readonly string[] | undefined> {
  const named = environment['SSL_CERT_FILE'];
  for (const file of named ? [named] : BUNDLES) {
    try {
      return [await readText(file)];
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (named) throw new UsageError(`environment SSL_CERT_FILE=${named}: ${message}`, { cause: error });
      if (code !== 'ENOENT') throw error; // other systems have other paths
    }
  }
  return undefined;
}
