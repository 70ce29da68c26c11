import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

export interface NewKeyProps {
  /** The map. */
  readonly of: string;
  /** Keys that are taken. */
  readonly names: readonly string[];
  readonly onAdd: (name: string) => void;
}

/** Adds an entry to a map. */
export function NewKey({ of, names, onAdd }: NewKeyProps): JSX.Element {
  const [name, setName] = useState('');
  const trimmed = name.trim();
  const isTaken = names.includes(trimmed);
  const add = (): void => {
    if (trimmed === '' || isTaken) return;
    setName('');
    onAdd(trimmed);
  };
  return (
    <div class="form-entry">
      <input
        class="field mono"
        aria-label={`New key of ${of}`}
        placeholder="New key"
        spellcheck={false}
        autocomplete="off"
        value={name}
        aria-invalid={isTaken ? true : undefined}
        onInput={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
      />
      <button type="button" class="button" disabled={trimmed === '' || isTaken} onClick={add}>
        {isTaken ? 'Taken' : 'Add key'}
      </button>
    </div>
  );
}
