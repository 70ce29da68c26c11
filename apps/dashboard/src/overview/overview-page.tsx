import type { JSX } from 'preact';
import { namespace } from '../route/namespace';
import type { Session } from '../session/session';
import { ExpiringCard } from './expiring/expiring-card';
import { ControllersCard } from './controllers-card';
import { HealthCard } from './health-card';
import { ObjectsCard } from './objects-card';
import { PendingRequests } from './pending-requests';
import { RecentEvents } from './recent-events';
import { RequestsCards } from './requests-cards';
import { StoresCard } from './stores-card';
import { TalkersCard } from './talkers-card';
import { useRates } from './use-rates';
import { WatchesCard } from './watches-card';
import './overview.css';

/** The control plane at a glance, as far as the user may see it. */
export function OverviewPage({ session }: { readonly session: Session }): JSX.Element {
  const measured = useRates(session);
  return (
    <>
      <div class="view-head">
        <h1>Overview</h1>
      </div>
      <div class="cards overview">
        <HealthCard session={session} measured={measured} />
        {measured !== undefined && <StoresCard controlPlane={measured.latest.controlPlane} />}
        {measured !== undefined && <RequestsCards rates={measured.rates} />}
        {measured !== undefined && <WatchesCard measured={measured} />}
        {measured !== undefined && <TalkersCard talkers={measured.latest.controlPlane.talkers} />}
        {measured !== undefined && <ObjectsCard session={session} reading={measured.latest} />}
        <ControllersCard session={session} />
        <PendingRequests session={session} />
        <ExpiringCard session={session} soonCertificates={measured?.latest.controlPlane.soonCertificates ?? 0} />
        <RecentEvents session={session} namespace={namespace.value} />
      </div>
    </>
  );
}
