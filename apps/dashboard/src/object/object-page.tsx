import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ApiObject } from '../api/object';
import { EditTab } from '../editor/edit-tab';
import type { ObjectAddress } from '../live/live-object';
import { route } from '../route/route';
import type { Session } from '../session/session';
import { Empty, Notice } from '../ui/notice';
import { CertificatesCard } from './certificates/certificates-card';
import { ConditionsCard } from './timeline/conditions-card';
import { ConfigMapData, SecretData } from './data-card';
import { DiagnosisNotice } from './diagnosis-notice';
import { EventsCard } from './events-card';
import { FactsCard } from './facts-card';
import { MetadataCard } from './metadata-card';
import { ObjectHead, type Tab } from './object-head';
import { RoleCard } from './roles/role-card';
import { RelativesCard } from './relatives/relatives-card';
import { useLiveObject } from './use-live-object';
import { useObjectEvents } from './use-object-events';
import './object.css';

export interface ObjectPageProps {
  readonly session: Session;
  readonly address: ObjectAddress;
}

/** One object, live. Of a Secret only the metadata are read until its values are asked for. */
export function ObjectPage({ session, address }: ObjectPageProps): JSX.Element {
  const { resource, namespace } = address;
  const [isRevealed, setRevealed] = useState(false);
  const isSecret = resource.group === '' && resource.resource === 'secrets';
  useEffect(() => {
    if (namespace !== '') session.learnRights(namespace).catch(() => undefined);
  }, [session, namespace]);
  const live = useLiveObject(session, address, isSecret && !isRevealed);
  const tab = tabOf(session, address);
  const object = live?.object;
  return (
    <div class="object">
      <ObjectHead session={session} address={address} object={object} isDeleted={live?.isDeleted === true} tab={tab} />
      <Notices failure={live?.failure?.message} code={live?.failure?.code} isDeleted={live?.isDeleted === true} />
      {object === undefined && live?.failure === undefined && <p class="empty">Loading…</p>}
      {object !== undefined && tab === 'summary' && (
        <Summary session={session} address={address} object={object}>
          {isSecret && <SecretData object={object} isRevealed={isRevealed} onReveal={setRevealed} />}
        </Summary>
      )}
      {object !== undefined && tab !== 'summary' && (
        <EditTab
          tab={tab}
          session={session}
          address={address}
          object={object}
          opened={live?.opened ?? object}
          {...(isSecret && !isRevealed && { onReveal: () => setRevealed(true) })}
        />
      )}
    </div>
  );
}

/** What the address names; a form is for those who may change the object. */
function tabOf(session: Session, { resource, namespace, name }: ObjectAddress): Tab {
  const tab = route.value.parameters.get('tab');
  if (tab !== 'form' && tab !== 'yaml') return 'summary';
  return session.may('update', resource, namespace, name) ? tab : 'yaml';
}

interface NoticesProps {
  readonly failure: string | undefined;
  readonly code: number | undefined;
  readonly isDeleted: boolean;
}

function Notices({ failure, code, isDeleted }: NoticesProps): JSX.Element | null {
  if (code === 404) return <Empty title="There is no such object">{failure}</Empty>;
  if (failure === undefined && !isDeleted) return null;
  return (
    <div class="object-notices">
      {isDeleted && <Notice tone="warn">This object was deleted. What follows is its last state.</Notice>}
      {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
    </div>
  );
}

interface SummaryProps extends ObjectPageProps {
  readonly object: ApiObject;
  readonly children: JSX.Element | false;
}

function Summary({ session, address, object, children }: SummaryProps): JSX.Element {
  const { resource } = address;
  const events = useObjectEvents(session, object);
  const isConfigMap = resource.group === '' && resource.resource === 'configmaps';
  return (
    <>
      <DiagnosisNotice session={session} resource={resource} object={object} events={events} />
      <div class="cards">
        <FactsCard session={session} resource={resource} object={object} />
        <MetadataCard session={session} object={object} />
        <RoleCard session={session} resource={resource} object={object} />
        <CertificatesCard session={session} resource={resource} object={object} />
        {children}
        {isConfigMap && <ConfigMapData object={object} />}
        <ConditionsCard object={object} />
        <RelativesCard session={session} resource={resource} object={object} />
        {events !== undefined && <EventsCard seen={events} />}
      </div>
    </>
  );
}
