import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { problemsAt, useForm } from '../form-context';
import { type FormField, keyOf } from '../model/form-field';
import { ProblemTexts } from './problem-texts';
import { RemoveButton } from './remove-button';
import { ScalarControl } from './scalar-control';
import { useTyped } from './use-typed';
import { useFocusTarget } from './use-focus-target';

export interface MapRowProps {
  readonly field: FormField;
  readonly name: string;
  readonly value: unknown;
  /** Keys that are taken. */
  readonly others: readonly string[];
}

/** A key and its value, in one line. */
export function MapRow({ field, name, value, others }: MapRowProps): JSX.Element {
  const form = useForm();
  const id = useId();
  useFocusTarget(keyOf(field.path));
  const typed = useTyped(field, value, false);
  const [keyProblem, setKeyProblem] = useState('');
  const own = [keyProblem, typed.problem].filter((text) => text !== '');
  const problems = own.length > 0 ? own : problemsAt(form, field.path, true);
  const rename = (input: HTMLInputElement): void => {
    const next = input.value.trim();
    const isTaken = next !== name && others.includes(next);
    setKeyProblem(isTaken ? `There is a key ${next} already.` : next === '' ? 'A key is needed here.' : '');
    if (isTaken || next === '') input.value = name;
    else if (next !== name) form.edit({ kind: 'rename', path: field.path, name: next });
  };
  const described = problems.length > 0 && { 'aria-describedby': `${id}-problem`, 'aria-invalid': true };
  return (
    <div class="form-entry">
      <input
        class="field mono"
        aria-label="Key"
        spellcheck={false}
        autocomplete="off"
        value={name}
        onChange={(event) => rename(event.currentTarget)}
      />
      <div class="form-control">
        <ScalarControl
          field={field}
          value={value}
          typed={typed}
          mayBeAbsent={false}
          isLong={field.control === 'text'}
          attributes={{ 'data-path': keyOf(field.path), 'aria-label': `Value of ${name}`, ...described }}
        />
        <RemoveButton path={field.path} isSet name={name} />
      </div>
      {problems.length > 0 && <ProblemTexts id={`${id}-problem`} texts={problems} />}
    </div>
  );
}
