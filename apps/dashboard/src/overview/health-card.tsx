import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { failureOf } from '../api/failure';
import { Card } from '../ui/card';
import type { Session } from '../session/session';

interface Check {
  readonly name: string;
  readonly isGood: boolean;
}

/** Lines such as `[+]ping ok` and `[-]storage failed: reason withheld`. */
export function checksOf(text: string): Check[] {
  return [...text.matchAll(/^\[([+-])\](\S+)/gm)].map(([, sign, name]) => ({ name: name ?? '', isGood: sign === '+' }));
}

function useChecks(session: Session): readonly Check[] | undefined {
  const [checks, setChecks] = useState<readonly Check[] | undefined>(undefined);
  useEffect(() => {
    const read = async (): Promise<void> => {
      try {
        setChecks(checksOf(await (await session.client.send('/readyz?verbose', { accept: 'text/plain' })).text()));
      } catch (error) {
        setChecks(checksOf(failureOf(error).message));
      }
    };
    void read();
    const timer = setInterval(() => document.visibilityState === 'visible' && void read(), 15_000);
    return () => clearInterval(timer);
  }, [session]);
  return checks;
}

/** The checks of the API server that answers. */
export function HealthCard({ session }: { readonly session: Session }): JSX.Element {
  const checks = useChecks(session);
  const failed = checks?.filter(({ isGood }) => !isGood) ?? [];
  return (
    <Card title="API server">
      <p>
        {checks === undefined && <span class="muted">Reading…</span>}
        {checks !== undefined && failed.length === 0 && <span class="badge good">Ready</span>}
        {failed.length > 0 && (
          <span class="badge bad">Not ready: {failed.map(({ name }) => name).join(', ')}</span>
        )}{' '}
        {checks !== undefined && <span class="muted">{checks.length} checks</span>}
      </p>
    </Card>
  );
}
