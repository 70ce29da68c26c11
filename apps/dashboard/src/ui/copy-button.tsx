import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from './icon';

const WORDS = { idle: 'Copy', done: 'Copied', refused: 'Not copied: select it and copy' } as const;

type State = keyof typeof WORDS;

export interface CopyButtonProps {
  readonly text: string;
  /** What is copied: given for a button that is an icon only. */
  readonly name?: string;
}

/** Puts a text on the clipboard. */
export function CopyButton({ text, name }: CopyButtonProps): JSX.Element {
  const [copied, setCopied] = useState<{ readonly text: string; readonly state: State }>({ text, state: 'idle' });
  // Of another text nothing is known.
  const state = copied.text === text ? copied.state : 'idle';
  const copy = (): void => {
    // Without HTTPS there is no clipboard.
    if (!isSecureContext) return setCopied({ text, state: 'refused' });
    navigator.clipboard.writeText(text).then(
      () => setCopied({ text, state: 'done' }),
      () => setCopied({ text, state: 'refused' }),
    );
  };
  if (name === undefined) {
    return (
      <button type="button" class="button" onClick={copy}>
        {WORDS[state]}
      </button>
    );
  }
  return (
    <>
      <button type="button" class="button plain icon" aria-label={`Copy ${name}`} title={WORDS[state]} onClick={copy}>
        <Icon name={state === 'done' ? 'check' : 'copy'} />
      </button>
      <span class={state === 'refused' ? 'muted' : 'only-spoken'} role="status">
        {state === 'idle' ? '' : WORDS[state]}
      </span>
    </>
  );
}
