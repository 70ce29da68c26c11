import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { failureOf } from '../../api/failure';
import type { ObjectAddress } from '../../live/live-object';
import type { Session } from '../../session/session';
import { Dialog } from '../../ui/dialog';
import { Notice } from '../../ui/notice';
import type { Action } from './action';

export interface ActionDialogProps {
  readonly session: Session;
  readonly address: ObjectAddress;
  readonly action: Action;
  readonly onClose: () => void;
}

/** Says what an action does, and does it. */
export function ActionDialog({ session, address, action, onClose }: ActionDialogProps): JSX.Element {
  const [answer, setAnswer] = useState(String(action.question?.current ?? 0));
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    setBusy(true);
    try {
      await action.run(session.client, address, Number(answer));
      onClose();
    } catch (error) {
      setProblem(failureOf(error).message);
      setBusy(false);
    }
  };
  const name = action.text.replace('…', '');
  return (
    <Dialog
      title={`${name}: ${address.name}`}
      onClose={onClose}
      foot={
        <>
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button
            type="button"
            class={action.isDangerous === true ? 'button danger' : 'button primary'}
            disabled={isBusy || !/^\d+$/.test(answer)}
            onClick={() => void run()}
          >
            {name}
          </button>
        </>
      }
    >
      <p>{action.explanation}</p>
      {action.question !== undefined && (
        <label>
          {action.question.label}{' '}
          <input
            class="field"
            type="number"
            min="0"
            value={answer}
            onInput={(event) => setAnswer(event.currentTarget.value)}
          />
        </label>
      )}
      {problem !== '' && <Notice tone="bad">{problem}</Notice>}
    </Dialog>
  );
}
