import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { failureOf } from '../api/failure';
import { Card } from '../ui/card';
import type { Session } from '../session/session';
import type { Measured } from './use-rates';

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

const one = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/** The checks of the API server that answers, and what its process uses when the metrics say. */
export function HealthCard({
  session,
  measured,
}: {
  readonly session: Session;
  readonly measured: Measured | undefined;
}): JSX.Element {
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
        {measured !== undefined && <span class="muted">{processText(measured)}</span>}
      </p>
    </Card>
  );
}

function processText({ latest, rates }: Measured): string {
  const last = rates.at(-1);
  const memory = `, ${Math.round(latest.memoryBytes / 1_048_576)} MiB of memory`;
  return last === undefined ? memory : `${memory}, ${one.format(last.cores)} cores in use`;
}
