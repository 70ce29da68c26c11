import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { FieldPath } from '../text/edit';
import { buttonKey } from './button-key';
import { useFocusTarget } from './use-focus-target';

export interface NewKeyProps {
  /** Of the map. */
  readonly path: FieldPath;
  /** Its name. */
  readonly of: string;
  /** Keys that are taken. */
  readonly names: readonly string[];
  readonly onAdd: (name: string) => void;
}

/** Adds an entry to a map. */
export function NewKey({ path, of, names, onAdd }: NewKeyProps): JSX.Element {
  const [name, setName] = useState('');
  const key = buttonKey(path, 'add');
  useFocusTarget(key);
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
        data-path={key}
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
