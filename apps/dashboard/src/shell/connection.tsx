import type { JSX } from 'preact';
import type { ConnectionState, WatchTransport } from '../watch/transport';
import './connection.css';

const TEXTS: Readonly<Record<ConnectionState, readonly [short: string, long: string]>> = {
  connecting: ['Connecting', 'Connecting to the server'],
  connected: ['Live', 'Connected: changes appear at once'],
  waiting: ['Offline', 'The connection is lost. What you see may be out of date; the page connects again by itself.'],
};

/** Whether what is shown is up to date. */
export function Connection({ watches }: { readonly watches: WatchTransport }): JSX.Element {
  const state = watches.state.value;
  const [short, long] = TEXTS[state];
  return (
    <div class={`connection ${state}`} role="status" title={long}>
      <span>{short}</span>
    </div>
  );
}
