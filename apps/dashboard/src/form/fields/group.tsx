import type { ComponentChildren, JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { textAt } from '../../api/object';
import { Icon } from '../../ui/icon';
import { problemsAt, useForm } from '../form-context';
import { type FormField, keyOf } from '../model/form-field';
import { isIncomplete } from '../model/incomplete';
import { isWithin } from '../model/problems-of';
import { RequiredMark } from './field-label';
import { Hint } from './hint';
import { MoveButtons } from './move-buttons';
import { ProblemTexts } from './problem-texts';
import { RemoveButton } from './remove-button';
import type { RowProps } from './row-props';
import { useFocusTarget } from './use-focus-target';

export interface GroupProps extends Pick<RowProps, 'field' | 'value' | 'title' | 'isRemovable' | 'place'> {
  /** What is in it, while it is folded. */
  readonly summary: string;
  /** Built when it is open only: schemas may be large, or contain themselves. */
  readonly children: () => ComponentChildren;
}

/** Whether a group is open before the user folds or unfolds it: at the top, and where something required is empty. */
function opensAtFirst(field: FormField, isWaiting: boolean): boolean {
  return field.path.length === 1 || isWaiting;
}

/** A field with fields below; they can be folded. */
export function Group({ field, value, title, isRemovable, place, summary, children }: GroupProps): JSX.Element {
  const form = useForm();
  const id = useId();
  const { path, schema, isRequired } = field;
  const [atFirst] = useState(() => opensAtFirst(field, isIncomplete(form.kind, field, value)));
  const isOpen = form.state.isOpen(path) ?? atFirst;
  useFocusTarget(keyOf(path));
  const problems = problemsAt(form, path);
  const refused = form.refused.filter((problem) => problem.path.length > 0 && isWithin(problem.path, path)).length;
  return (
    <div class={isOpen ? 'form-group open' : 'form-group'}>
      <div class="form-group-head">
        <button
          type="button"
          class="form-fold"
          data-path={keyOf(path)}
          aria-expanded={isOpen}
          onClick={() => form.state.fold(path, !isOpen)}
        >
          <Icon name="down" />
          <span class="form-name">
            {title}
            {isRequired && <RequiredMark />}
          </span>
          {!isOpen && <span class="form-summary">{summary}</span>}
          {refused > 0 && !isOpen && <span class="badge bad">{refused} refused</span>}
        </button>
        {place && <MoveButtons path={path} name={title} place={place} />}
        {isRemovable && <RemoveButton path={path} isSet={value !== undefined} name={title} place={place} />}
      </div>
      {problems.length > 0 && <ProblemTexts id={`${id}-problem`} texts={problems} />}
      {isOpen && (
        <div class="form-group-body" role="group" aria-label={title}>
          <Hint id={`${id}-hint`} text={textAt(schema, 'description')} />
          {children()}
        </div>
      )}
    </div>
  );
}
