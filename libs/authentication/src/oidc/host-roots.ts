import { readText, UsageError } from '@orch/process';

/** Where systems keep the authorities they trust; Node has a list of its own, which the host's administrator cannot change. */
const BUNDLES: readonly string[] = [
  '/etc/ssl/certs/ca-certificates.crt', // Debian, Ubuntu, Alpine, Arch
  '/etc/pki/tls/certs/ca-bundle.crt', // Fedora, RHEL
  '/etc/ssl/ca-bundle.pem', // SUSE
  '/etc/ssl/cert.pem', // macOS, BSD
];

/**
 * The authorities this host trusts, as PEM (B-061): the file of `SSL_CERT_FILE`, else the first bundle there is. Undefined where
 * a host keeps none in a file: then Node's own list stands.
 * @throws UsageError when the file that is named cannot be read.
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
      if (code !== 'ENOENT') throw error; // other systems have other places
    }
  }
  return undefined;
}
