import type { JSX } from 'preact';

/** Why a field is refused. */
export function ProblemTexts({ id, texts }: { readonly id: string; readonly texts: readonly string[] }): JSX.Element {
  return (
    <div id={id} class="form-problems">
      {texts.map((text, index) => (
        <p key={index}>{text}</p>
      ))}
    </div>
  );
}
