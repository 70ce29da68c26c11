import { useEffect, useState } from 'preact/hooks';
import type { Session } from '../session/session';
import { type Rates, ratesBetween, type Reading, readingOf } from './measure';

const EVERY_MS = 5_000;
const KEPT = 120;

export interface Measured {
  readonly latest: Reading;
  readonly rates: readonly Rates[];
}

/** Reads `/metrics` now and then while the tab is visible; nothing when the user may not. */
export function useRates(session: Session): Measured | undefined {
  const [measured, setMeasured] = useState<Measured | undefined>(undefined);
  const isAllowed = session.mayRead('/metrics');
  useEffect(() => {
    if (!isAllowed) return undefined;
    const stop = new AbortController();
    let before: Reading | undefined;
    let rates: readonly Rates[] = [];
    const read = async (): Promise<void> => {
      if (document.visibilityState !== 'visible') return;
      const response = await session.client.send('/metrics', { accept: 'text/plain', signal: stop.signal });
      const latest = readingOf(await response.text(), Date.now());
      const next = before && ratesBetween(before, latest);
      before = latest;
      if (next !== undefined) rates = [...rates, next].slice(-KEPT);
      setMeasured({ latest, rates });
    };
    const tryToRead = (): void => void read().catch(() => undefined);
    tryToRead();
    const timer = setInterval(tryToRead, EVERY_MS);
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, [session, isAllowed]);
  return measured;
}
