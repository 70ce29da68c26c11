import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { failureOf } from '../api/failure';
import { signIn, signInProblem } from '../session/current-session';
import { signInAtIssuer } from '../session/openid-connect';
import type { OidcConfig } from '../session/server-config';

/** Signs in at the issuer of the organization. */
export function IssuerButton({ config }: { readonly config: OidcConfig }): JSX.Element {
  const waiting = useRef<AbortController | undefined>(undefined);
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => () => waiting.current?.abort(), []);
  const start = async (): Promise<void> => {
    // A second click begins again: the first window may be closed.
    waiting.current?.abort();
    const attempt = new AbortController();
    waiting.current = attempt;
    setWaiting(true);
    signInProblem.value = '';
    try {
      await signIn(await signInAtIssuer(config, attempt.signal));
    } catch (error) {
      if (!attempt.signal.aborted) signInProblem.value = failureOf(error).message;
    } finally {
      if (waiting.current === attempt) setWaiting(false);
    }
  };
  return (
    <button type="button" class="button" onClick={() => void start()}>
      {isWaiting ? 'Waiting for the other window…' : `Sign in at ${new URL(config.issuer).host}`}
    </button>
  );
}
