import type { JSX } from 'preact';
import { visibleText } from '../ui/visible-text';
import { Card } from '../ui/card';
import type { Talker } from './control-plane';

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1, minimumFractionDigits: 1 });

/** The clients that send most requests; nothing when the server does not say. */
export function TalkersCard({ talkers }: { readonly talkers: readonly Talker[] }): JSX.Element | null {
  const most = talkers[0]?.perSecond;
  if (most === undefined) return null;
  return (
    <Card title="Clients by requests per second">
      <ul class="bars names">
        {talkers.map(({ user, client, perSecond }) => (
          <li key={`${user}\n${client}`}>
            <span title={visibleText(`${user} ${client}`)}>{textOf(user, client)}</span>
            <i ref={(element) => element?.style.setProperty('--part', String(perSecond / most))} />
            <span>{number.format(perSecond)}</span>
          </li>
        ))}
      </ul>
      <p class="muted">At the server that answers, in the last 30 to 60 seconds.</p>
    </Card>
  );
}

/** A service account runs one program. */
function textOf(user: string, client: string): string {
  if (user === '') return 'All others';
  const account = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(user);
  if (account !== null) return visibleText(`${account[1]}/${account[2]}`);
  return visibleText(client === '' ? user : `${user}, ${client}`);
}
