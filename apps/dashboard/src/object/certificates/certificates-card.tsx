import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { ApiObject } from '../../api/object';
import type { Resource } from '../../api/resource';
import { readPem } from '../../certificate/read-pem';
import type { Session } from '../../session/session';
import { few } from '../../ui/bounds';
import { Card } from '../../ui/card';
import { now } from '../../ui/clock';
import { FactList } from '../facts/fact-list';
import { certificateFacts } from './certificate-facts';
import { pemSources } from '../../certificate/pem-sources';

export interface CertificatesCardProps {
  readonly session: Session;
  readonly resource: Resource;
  readonly object: ApiObject;
}

/** The certificates in an object, decoded. */
export function CertificatesCard({ session, resource, object }: CertificatesCardProps): JSX.Element | null {
  const found = useMemo(
    () =>
      pemSources(resource, object).flatMap(({ label, pem }) => {
        const contents = readPem(pem);
        return contents.map((content, index) => ({
          label: contents.length === 1 ? label : `${label}, ${index + 1} of ${contents.length}`,
          content,
        }));
      }),
    [resource, object],
  );
  const { shown, more } = few(found);
  if (shown.length === 0) return null;
  return (
    <Card title={shown.length === 1 ? 'Certificate' : 'Certificates'} isWhole>
      {shown.map(({ label, content }) => (
        <section key={label} class="certificate">
          <h3>{label}</h3>
          <FactList session={session} facts={certificateFacts(content, now.value)} namespace="" />
        </section>
      ))}
      {more !== '' && <p class="muted">{more}</p>}
    </Card>
  );
}
