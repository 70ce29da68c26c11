import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { buttonKey } from '../fields/button-key';
import { useFocusTarget } from '../fields/use-focus-target';
import { type FormField, nameOf } from '../model/form-field';
import type { FieldPath } from '../text/edit';
import { FieldChoices } from './field-choices';
import { useReveal } from './use-reveal';

export interface AddFieldProps extends ChoicesProps {
  /** Of the object. */
  readonly path: FieldPath;
}

interface ChoicesProps {
  /** What the fields are added to; '' for the object itself. */
  readonly of: string;
  /** Not set yet. */
  readonly fields: readonly FormField[];
}

/** A button that opens the list of the fields that can be added. */
export function AddField({ path, of, fields }: AddFieldProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const key = buttonKey(path, 'add');
  useFocusTarget(key);
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div
      class="form-adding"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        close();
      }}
    >
      <button
        ref={button}
        type="button"
        class="button form-add"
        data-path={key}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        Add field{of !== '' && <span class="only-spoken"> to {of}</span>}
      </button>
      {isOpen && <Choices of={of} fields={fields} onChosen={() => setOpen(false)} />}
    </div>
  );
}

function Choices({ of, fields, onChosen }: ChoicesProps & { readonly onChosen: () => void }): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  const [filter, setFilter] = useState('');
  const reveal = useReveal(undefined);
  useLayoutEffect(() => input.current?.focus(), []);
  const wanted = filter.trim().toLowerCase();
  const found = fields.filter((field) => nameOf(field).toLowerCase().includes(wanted));
  const choose = (field: FormField | undefined): void => {
    if (field === undefined) return;
    onChosen();
    reveal(field);
  };
  return (
    <div class="form-picker">
      <input
        ref={input}
        class="field"
        type="search"
        aria-label={of === '' ? 'Field to add' : `Field to add to ${of}`}
        placeholder="Name"
        spellcheck={false}
        autocomplete="off"
        value={filter}
        onInput={(event) => setFilter(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // The rest of the key would press what gets the focus.
          event.preventDefault();
          choose(found.find((field) => nameOf(field).toLowerCase() === wanted) ?? found[0]);
        }}
      />
      <FieldChoices fields={found} textOf={nameOf} onChoose={choose} />
    </div>
  );
}
