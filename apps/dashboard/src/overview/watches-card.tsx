import type { JSX } from 'preact';
import { Card } from '../ui/card';
import { Chart } from './chart';
import type { Measured } from './use-rates';

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** How many watches the server has, and how late they get changes. */
export function WatchesCard({ measured }: { readonly measured: Measured }): JSX.Element {
  const { rates, latest } = measured;
  const { watches, slowWatches, watchLagMs } = latest.controlPlane;
  const changes = rates.at(-1)?.changesPerSecond ?? 0;
  return (
    <Card title={`Watches: ${number.format(watches)}, lag ${number.format(watchLagMs)} ms`}>
      <Chart
        label={`Watch lag: ${number.format(watchLagMs)} ms; ${number.format(changes)} changes per second`}
        times={rates.map(({ timeMs }) => timeMs / 1_000)}
        lines={[
          { label: 'Lag, ms', color: '--warn', values: rates.map((rate) => rate.watchLagMs) },
          { label: 'Changes per second', color: '--accent', values: rates.map((rate) => rate.changesPerSecond) },
        ]}
      />
      {slowWatches > 0 && (
        <p class="muted">{number.format(slowWatches)} were ended since the start: their clients did not read.</p>
      )}
    </Card>
  );
}
