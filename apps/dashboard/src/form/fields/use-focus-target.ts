import { useLayoutEffect } from 'preact/hooks';
import { useForm } from '../form-context';

/** Moves the focus to the control of a field, or to a button at it, when the form is to go there, before the next key. @param key its `data-path`. */
export function useFocusTarget(key: string): void {
  const { state } = useForm();
  const target = state.target.value;
  useLayoutEffect(() => {
    if (target?.key !== key || !state.reach(target)) return;
    const control = document.querySelector<HTMLElement>(`[data-path="${CSS.escape(key)}"]`);
    control?.focus();
    control?.scrollIntoView({ block: 'nearest' });
  }, [target, key]);
}
