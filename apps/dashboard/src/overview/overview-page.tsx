import type { JSX } from 'preact';
import { namespace } from '../route/namespace';
import type { Session } from '../session/session';
import { Card } from '../ui/card';
import { HealthCard } from './health-card';
import { ObjectsCard } from './objects-card';
import { PendingRequests } from './pending-requests';
import { RecentEvents } from './recent-events';
import { RequestsCards } from './requests-cards';
import { useRates } from './use-rates';
import './overview.css';

const one = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/** The control plane at a glance, as far as the user may see it. */
export function OverviewPage({ session }: { readonly session: Session }): JSX.Element {
  const measured = useRates(session);
  const last = measured?.rates.at(-1);
  return (
    <>
      <div class="view-head">
        <h1>Overview</h1>
      </div>
      <div class="cards overview">
        <HealthCard session={session} />
        {measured !== undefined && (
          <Card title="Process">
            <p>
              {Math.round(measured.latest.memoryBytes / 1_048_576)} MiB of memory
              {last !== undefined && `, ${one.format(last.cores)} cores in use`}
            </p>
          </Card>
        )}
        {measured !== undefined && <RequestsCards rates={measured.rates} />}
        {measured !== undefined && <ObjectsCard session={session} reading={measured.latest} />}
        <PendingRequests session={session} />
        <RecentEvents session={session} namespace={namespace.value} />
      </div>
    </>
  );
}
