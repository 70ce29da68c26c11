import { useLayoutEffect } from 'preact/hooks';
import { useForm } from '../form-context';
import { keyOf } from '../model/form-field';
import type { FieldPath } from '../text/edit';

/** Moves the focus to the control of a field when the form is to go there, before the next key. The control has the key as `data-path`. */
export function useFocusTarget(path: FieldPath): void {
  const { state } = useForm();
  const target = state.target.value;
  useLayoutEffect(() => {
    const key = keyOf(path);
    if (target?.key !== key || !state.reach(target)) return;
    const control = document.querySelector<HTMLElement>(`[data-path="${CSS.escape(key)}"]`);
    control?.focus();
    control?.scrollIntoView({ block: 'nearest' });
  }, [target]);
}
