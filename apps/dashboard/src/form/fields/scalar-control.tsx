import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { textAt } from '../../api/object';
import type { FormField } from '../model/form-field';
import { ChoiceControl } from './choice-control';
import type { ControlAttributes } from './control-attributes';
import type { TypedText } from './use-typed';

export interface ScalarControlProps {
  readonly field: FormField;
  readonly value: unknown;
  readonly typed: TypedText;
  readonly attributes: ControlAttributes;
  readonly mayBeAbsent: boolean;
  /** Whether the text may have several lines from the start. */
  readonly isLong?: boolean;
}

const MOST_ROWS = 14;

/** The input for one value that is neither a list nor an object, or for a fragment of YAML. */
export function ScalarControl(props: ScalarControlProps): JSX.Element {
  const { field, value, typed, attributes, mayBeAbsent, isLong = false } = props;
  const { control, schema } = field;
  // Once several lines, always: another element would lose the focus.
  const wasLong = useRef(false);
  wasLong.current ||= isLong || control === 'yaml' || (typeof value === 'string' && value.includes('\n'));
  if (control === 'choice' || control === 'boolean')
    return <ChoiceControl field={field} value={value} mayBeAbsent={mayBeAbsent} attributes={attributes} />;
  const common = {
    ...attributes,
    placeholder: placeholderOf(schema.default),
    spellcheck: false,
    autocomplete: 'off',
    value: typed.text,
    onBlur: typed.leave,
  } as const;
  if (wasLong.current) {
    const lines = typed.text.split('\n').length;
    return (
      <textarea
        {...common}
        class={control === 'yaml' ? 'field form-long mono' : 'field form-long'}
        rows={Math.min(MOST_ROWS, Math.max(lines, control === 'yaml' ? 2 : 1))}
        onInput={(event) => typed.type(event.currentTarget.value)}
      />
    );
  }
  const isNumber = control === 'integer' || control === 'number';
  return (
    <input
      {...common}
      class="field"
      inputMode={isNumber ? (control === 'integer' ? 'numeric' : 'decimal') : undefined}
      onInput={(event) => typed.type(event.currentTarget.value)}
    />
  );
}

function placeholderOf(preset: unknown): string | undefined {
  const text = textAt(preset);
  return text === '' ? undefined : `default: ${text}`;
}
