/** From this release 1.x on accounts get no token Secret automatically (D-043). */
const FIRST_WITHOUT = 24;

/**
 * Whether the server behaves as a release that gives every account a token Secret. The first successful answer is
 * cached: a server does not change its release while it runs.
 * @param readVersion returns the response of `/version`.
 */
export function automaticTokens(
  readVersion: (signal: AbortSignal) => Promise<string>,
): (signal: AbortSignal) => Promise<boolean> {
  let known: boolean | undefined;
  return async (signal) => {
    if (known === undefined) {
      const { major, minor } = JSON.parse(await readVersion(signal)) as { major?: string; minor?: string };
      known = Number(major) === 1 && Number.parseInt(minor ?? '', 10) < FIRST_WITHOUT;
    }
    return known;
  };
}
