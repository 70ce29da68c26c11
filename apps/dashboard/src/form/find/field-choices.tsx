import type { JSX, TargetedKeyboardEvent } from 'preact';
import { textAt } from '../../api/object';
import { type FormField, keyOf } from '../model/form-field';

export interface FieldChoicesProps {
  readonly fields: readonly FormField[];
  readonly textOf: (field: FormField) => string;
  readonly onChoose: (field: FormField) => void;
}

const FIRST_CHARACTERS = 110;

function shortDescription({ schema }: FormField): string {
  const text = textAt(schema, 'description').split('\n')[0] ?? '';
  return text.length > FIRST_CHARACTERS ? `${text.slice(0, FIRST_CHARACTERS)}…` : text;
}

/** Moves the focus among the buttons of a list. */
function moveOnArrows(event: TargetedKeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const next = buttons[buttons.indexOf(document.activeElement as HTMLButtonElement) + step];
  next?.focus();
  event.preventDefault();
}

/** Fields to choose from, with what they are for. */
export function FieldChoices({ fields, textOf, onChoose }: FieldChoicesProps): JSX.Element {
  if (fields.length === 0) return <p class="muted">No field has this name.</p>;
  return (
    <ul class="form-choices" onKeyDown={moveOnArrows}>
      {fields.map((field) => (
        <li key={keyOf(field.path)}>
          <button type="button" onClick={() => onChoose(field)}>
            <span class="form-name">{textOf(field)}</span> <span class="form-hint">{shortDescription(field)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
