import type { JSX } from 'preact';
import { Card } from '../ui/card';
import type { ControlPlane, StoreState } from './control-plane';

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** Whether the stores are in good health; nothing when the server does not say. */
export function StoresCard({ controlPlane }: { readonly controlPlane: ControlPlane }): JSX.Element | null {
  const { stores, damagedObjects } = controlPlane;
  if (stores.length === 0) return null;
  return (
    <Card title={stores.length === 1 ? 'Store' : 'Stores'}>
      {stores.map((store) => (
        <p key={store.name}>
          {stores.length > 1 && `${store.name}: `}
          <StoreText store={store} />
        </p>
      ))}
      {damagedObjects > 0 && (
        <p>
          <span class="badge bad">{damagedObjects} damaged objects</span>
        </p>
      )}
    </Card>
  );
}

function StoreText({ store: { bytes, shared } }: { readonly store: StoreState }): JSX.Element {
  const size = bytes === undefined ? '' : `${number.format(bytes / 1_048_576)} MiB on disk`;
  if (shared === undefined) {
    return (
      <>
        <span class="badge good">Open</span> <span class="muted">{size}</span>
      </>
    );
  }
  const { isConnected, behindSeconds, behindRevisions, reconnects } = shared;
  const lag = `${number.format(behindSeconds)} s, ${number.format(behindRevisions)} changes behind`;
  return (
    <>
      <span class={`badge ${isConnected ? 'good' : 'bad'}`}>{isConnected ? 'Connected' : 'Not connected'}</span>{' '}
      <span class="muted">{[lag, `${number.format(reconnects)} reconnects`, size].filter(Boolean).join(', ')}</span>
    </>
  );
}
