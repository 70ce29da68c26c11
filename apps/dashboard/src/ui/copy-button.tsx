import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

const WORDS = { idle: 'Copy', done: 'Copied', refused: 'Not copied: select it and copy' } as const;

/** Puts a text on the clipboard. */
export function CopyButton({ text }: { readonly text: string }): JSX.Element {
  const [state, setState] = useState<keyof typeof WORDS>('idle');
  const copy = (): void => {
    // Without HTTPS there is no clipboard.
    if (!isSecureContext) return setState('refused');
    navigator.clipboard.writeText(text).then(
      () => setState('done'),
      () => setState('refused'),
    );
  };
  return (
    <button type="button" class="button" onClick={copy}>
      {WORDS[state]}
    </button>
  );
}
