import type { JSX } from 'preact';
import { areEqual } from '../../api/are-equal';
import { useForm } from '../form-context';
import type { FormField } from '../model/form-field';
import type { ControlAttributes } from './control-attributes';

export interface ChoiceControlProps {
  readonly field: FormField;
  readonly value: unknown;
  readonly mayBeAbsent: boolean;
  readonly attributes: ControlAttributes;
}

const choiceText = (value: unknown): string => (value === '' ? '""' : String(value));

/** One of the values that the schema lists. What is there although it is not listed can stay. */
export function ChoiceControl({ field, value, mayBeAbsent, attributes }: ChoiceControlProps): JSX.Element {
  const { edit, state } = useForm();
  const { path, control, schema } = field;
  const listed = control === 'boolean' ? [true, false] : (schema.enum ?? []).filter((choice) => choice !== null);
  const isSet = value !== undefined && value !== null;
  const chosen = listed.findIndex((choice) => areEqual(choice, value));
  const choose = (text: string): void => {
    state.show([path]);
    if (text === '') edit({ kind: 'remove', path });
    else if (text !== 'other') edit({ kind: 'set', path, value: listed[Number(text)] });
  };
  const absent = schema.default === undefined ? 'not set' : `default: ${choiceText(schema.default)}`;
  return (
    <select
      {...attributes}
      class="field"
      value={isSet ? (chosen < 0 ? 'other' : String(chosen)) : ''}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      {(mayBeAbsent || !isSet) && <option value="">{absent}</option>}
      {isSet && chosen < 0 && <option value="other">{choiceText(value)}</option>}
      {listed.map((choice, index) => (
        <option key={index} value={String(index)}>
          {choiceText(choice)}
        </option>
      ))}
    </select>
  );
}
