import type { JSX } from 'preact';

const MOST_CHARACTERS = 140;

/** The end of the first sentence, or of the first line. */
function firstEnd(text: string): number {
  const end = /[.:]\s|\n/.exec(text);
  return end === null ? text.length : end.index + 1;
}

/** The description of a field; of a long one first a sentence. */
export function Hint({ id, text }: { readonly id: string; readonly text: string }): JSX.Element | null {
  const whole = text.trim();
  if (whole === '') return null;
  const end = firstEnd(whole);
  if (whole.length <= MOST_CHARACTERS || end === whole.length) {
    return (
      <p id={id} class="form-hint">
        {whole}
      </p>
    );
  }
  return (
    <details class="form-hint">
      <summary id={id}>{whole.slice(0, end)}</summary>
      {whole.slice(end).trim()}
    </details>
  );
}
