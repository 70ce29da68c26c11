import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { failureOf } from '../../api/failure';
import { apiVersionOf } from '../../api/resource';
import type { ObjectAddress } from '../../live/live-object';
import type { Session } from '../../session/session';
import { CopyButton } from '../../ui/copy-button';
import { Dialog } from '../../ui/dialog';
import { Notice } from '../../ui/notice';
import { type IssuedToken, requestToken } from './request-token';

const LIFETIMES = [
  [600, '10 minutes'],
  [3_600, '1 hour'],
  [28_800, '8 hours'],
  [86_400, '1 day'],
] as const;

export interface TokenDialogProps {
  readonly session: Session;
  readonly address: ObjectAddress;
  readonly onClose: () => void;
}

/** Creates a token for a ServiceAccount. It is shown while the dialog is open, and kept nowhere. */
export function TokenDialog({ session, address, onClose }: TokenDialogProps): JSX.Element {
  const [seconds, setSeconds] = useState<number>(3_600);
  const [audiences, setAudiences] = useState('');
  const [issued, setIssued] = useState<IssuedToken | undefined>(undefined);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const create = async (): Promise<void> => {
    const group = session.find('tokenreviews');
    if (group === undefined) return setProblem('The server issues no tokens.');
    setBusy(true);
    setProblem('');
    try {
      setIssued(await requestToken(session.client, address, { apiVersion: apiVersionOf(group), seconds, audiences }));
    } catch (error) {
      setProblem(failureOf(error).message);
    }
    setBusy(false);
  };
  return (
    <Dialog
      title={`Create token: ${address.name}`}
      onClose={onClose}
      foot={
        <>
          <button type="button" class="button" onClick={onClose}>
            {issued === undefined ? 'Cancel' : 'Close'}
          </button>
          {issued === undefined && (
            <button type="button" class="button primary" disabled={isBusy} onClick={() => void create()}>
              Create token
            </button>
          )}
        </>
      }
    >
      {issued === undefined ? (
        <Order seconds={seconds} onSeconds={setSeconds} audiences={audiences} onAudiences={setAudiences} />
      ) : (
        <Issued issued={issued} />
      )}
      {problem !== '' && <Notice tone="bad">{problem}</Notice>}
    </Dialog>
  );
}

interface OrderProps {
  readonly seconds: number;
  readonly onSeconds: (seconds: number) => void;
  readonly audiences: string;
  readonly onAudiences: (audiences: string) => void;
}

function Order({ seconds, onSeconds, audiences, onAudiences }: OrderProps): JSX.Element {
  return (
    <>
      <p>
        Who has the token can do whatever the service account may, until it expires. Only deleting the service account
        ends it earlier.
      </p>
      <label>
        Valid for{' '}
        <select class="field" value={seconds} onChange={(event) => onSeconds(Number(event.currentTarget.value))}>
          {LIFETIMES.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <label>
        Audiences{' '}
        <input
          class="field"
          placeholder="the API server"
          value={audiences}
          onInput={(event) => onAudiences(event.currentTarget.value)}
        />
      </label>
    </>
  );
}

function Issued({ issued: { token, expires } }: { readonly issued: IssuedToken }): JSX.Element {
  return (
    <>
      <p>It is shown only now: it is stored nowhere. It expires at {expires}.</p>
      <pre class="value" tabIndex={0}>
        {token}
      </pre>
      <p>
        <CopyButton text={token} />
      </p>
    </>
  );
}
