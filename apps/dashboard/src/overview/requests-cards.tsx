import type { JSX } from 'preact';
import { Card } from '../ui/card';
import { Chart } from './chart';
import type { Rates } from './measure';

const one = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** Rates and latencies of the API server that answers, since the page was opened. */
export function RequestsCards({ rates }: { readonly rates: readonly Rates[] }): JSX.Element {
  const times = rates.map(({ timeMs }) => timeMs / 1_000);
  const last = rates.at(-1);
  const latency = last?.p99Ms ?? null;
  return (
    <>
      <Card
        title={`Requests${last === undefined ? '' : `: ${one.format(last.readsPerSecond + last.writesPerSecond)} per second`}`}
      >
        <Chart
          label={`Requests per second: ${one.format(last?.readsPerSecond ?? 0)} reads, ${one.format(last?.writesPerSecond ?? 0)} writes`}
          times={times}
          lines={[
            { label: 'Reads', color: '--accent', values: rates.map(({ readsPerSecond }) => readsPerSecond) },
            { label: 'Writes', color: '--good', values: rates.map(({ writesPerSecond }) => writesPerSecond) },
            { label: 'Errors', color: '--bad', values: rates.map(({ errorsPerSecond }) => errorsPerSecond) },
          ]}
        />
      </Card>
      <Card title={`Latency${latency === null ? '' : `: 99 % within ${one.format(latency)} ms`}`}>
        <Chart
          label={`Milliseconds until requests were answered: half within ${one.format(last?.medianMs ?? 0)}, 99 % within ${one.format(latency ?? 0)}`}
          times={times}
          lines={[
            { label: 'Half of the requests, ms', color: '--accent', values: rates.map(({ medianMs }) => medianMs) },
            { label: '99 %, ms', color: '--warn', values: rates.map(({ p99Ms }) => p99Ms) },
          ]}
        />
      </Card>
    </>
  );
}
