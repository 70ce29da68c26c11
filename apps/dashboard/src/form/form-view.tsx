import type { ReadonlySignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { FieldProblem } from '../api/field-problems';
import type { Resource } from '../api/resource';
import type { KindSchema } from '../schema/kind-schema';
import { Notice } from '../ui/notice';
import { Field } from './fields/field';
import { ObjectFields } from './fields/object-group';
import { FindField } from './find/find-field';
import { FormContext } from './form-context';
import { FormState } from './form-state';
import { rootField } from './model/form-field';
import type { FormKind } from './model/form-kind';
import { refusedValues, stillRefused } from './model/problems-of';
import { readForm } from './model/read-form';
import type { Edit, FieldPath } from './text/edit';
import { editText } from './text/edit-text';
import './form.css';

export interface FormViewProps {
  readonly schema: KindSchema;
  readonly resource: Resource;
  /** The object as the server has it; undefined for a new one. */
  readonly stored: unknown;
  /** The YAML, which the form shows and changes. */
  readonly text: ReadonlySignal<string>;
  readonly onText: (text: string) => void;
  readonly problems: readonly FieldProblem[];
  /** A field to show and to focus; a new path each time. */
  readonly target: ReadonlySignal<FieldPath | undefined>;
}

/** The form of an object. The YAML is what counts: each input changes it, and each change of it is shown. */
export function FormView(props: FormViewProps): JSX.Element {
  const { schema, resource, stored, text, onText, problems, target } = props;
  const kind = useMemo((): FormKind => ({ ...schema, resource, stored }), [schema, resource, stored]);
  const state = useMemo(() => new FormState(), []);
  const read = useMemo(() => readForm(text.value), [text.value]);
  const last = useRef<unknown>({});
  if ('value' in read) last.current = read.value;
  const value = last.current;
  const refused = useMemo(() => refusedValues(problems, value), [problems]);
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (stored === undefined) root.current?.querySelector<HTMLElement>('.form-row input')?.focus();
  }, []);
  useEffect(() => state.show(problems.map(({ path }) => path)), [problems]);
  const wanted = target.value;
  useLayoutEffect(() => {
    if (wanted !== undefined) state.goTo(wanted);
  }, [wanted]);
  const edit = (change: Edit): void => onText(editText(text.peek(), change));
  const problem = 'problem' in read ? read.problem : '';
  return (
    <div class="form" ref={root}>
      {problem !== '' && <Notice tone="bad">The form waits until the YAML can be read again: {problem}</Notice>}
      <FormContext.Provider value={{ kind, state, edit, Field, refused: stillRefused(refused, value) }}>
        <div class="form-fields" role="group" aria-label="Fields" inert={problem !== ''}>
          <FindField value={value} />
          <ObjectFields field={rootField(kind)} value={value} title="" />
        </div>
      </FormContext.Provider>
    </div>
  );
}
