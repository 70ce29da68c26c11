import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { textAt } from '../../api/object';
import { problemsAt, useForm } from '../form-context';
import { typeText } from '../model/control';
import { keyOf } from '../model/form-field';
import { FieldLabel } from './field-label';
import { Hint } from './hint';
import { MoveButtons } from './move-buttons';
import { ProblemTexts } from './problem-texts';
import { RemoveButton } from './remove-button';
import type { RowProps } from './row-props';
import { ScalarControl } from './scalar-control';
import { useTyped } from './use-typed';
import { useFocusTarget } from './use-focus-target';

/** A field with one control: name, control, what may be written. */
export function ScalarRow({ field, value, title, isRemovable, mayBeAbsent, place }: RowProps): JSX.Element {
  const form = useForm();
  const id = useId();
  useFocusTarget(keyOf(field.path));
  const typed = useTyped(field, value, mayBeAbsent);
  const { path, schema, control, isRequired } = field;
  const refused = problemsAt(form, path, control === 'yaml');
  const problems = typed.problem === '' ? refused : [typed.problem];
  const hint = textAt(schema, 'description');
  const describedBy = [problems.length > 0 && `${id}-problem`, hint !== '' && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div class="form-row">
      <FieldLabel htmlFor={id} title={title} isRequired={isRequired} type={typeText(control, schema)} />
      <div class="form-value">
        <div class="form-control">
          <ScalarControl
            field={field}
            value={value}
            typed={typed}
            mayBeAbsent={mayBeAbsent}
            attributes={{
              id,
              'data-path': keyOf(path),
              ...(describedBy !== '' && { 'aria-describedby': describedBy }),
              ...(problems.length > 0 && { 'aria-invalid': true }),
              ...(isRequired && { required: true }),
            }}
          />
          {place && <MoveButtons path={path} name={title} place={place} />}
          {isRemovable && <RemoveButton path={path} isSet={value !== undefined} name={title} place={place} />}
        </div>
        {problems.length > 0 && <ProblemTexts id={`${id}-problem`} texts={problems} />}
        <Hint id={`${id}-hint`} text={hint} />
      </div>
    </div>
  );
}
