import { useState } from 'preact/hooks';
import { areEqual } from '../../api/are-equal';
import { useForm } from '../form-context';
import type { FormField } from '../model/form-field';
import { inputText, readInput } from '../model/read-input';

interface Typed {
  readonly text: string;
  /** The value after it was typed. */
  readonly value: unknown;
  readonly problem: string;
}

export interface TypedText {
  readonly text: string;
  /** Why the text has no value; '' when it has one. */
  readonly problem: string;
  readonly type: (text: string) => void;
  readonly leave: () => void;
}

/**
 * The text of a control. What was typed stays as it is until the field is left, or until its value is changed elsewhere; a text without
 * a value stays, and the value as it was.
 * @param mayBeAbsent whether an emptied number and the like removes the field.
 */
export function useTyped(field: FormField, value: unknown, mayBeAbsent: boolean): TypedText {
  const { edit, state } = useForm();
  const [typed, setTyped] = useState<Typed | undefined>(undefined);
  const { path, control } = field;
  const current = typed !== undefined && areEqual(typed.value, value) ? typed : undefined;
  const type = (text: string): void => {
    const input = readInput(control, text, value);
    if ('problem' in input) return setTyped({ text, value, problem: input.problem });
    if ('isNothing' in input) {
      if (!mayBeAbsent) return setTyped({ text, value, problem: 'A value is needed here.' });
      setTyped({ text, value: undefined, problem: '' });
      state.show([path]);
      if (value !== undefined) edit({ kind: 'remove', path });
      return undefined;
    }
    setTyped({ text, value: input.value, problem: '' });
    return edit({ kind: 'set', path, ...input });
  };
  return {
    text: current?.text ?? inputText(control, value),
    problem: current?.problem ?? '',
    type,
    leave: () => {
      if (current?.problem === '') setTyped(undefined);
    },
  };
}
