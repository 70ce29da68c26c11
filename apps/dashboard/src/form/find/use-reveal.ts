import { at } from '../../api/object';
import { emptyValue } from '../../schema/skeleton';
import { useForm } from '../form-context';
import type { FormField } from '../model/form-field';

const GROUPS: ReadonlySet<string> = new Set(['object', 'list', 'map']);

/** Shows a field and moves the focus there; a group that is not in the text yet is added to it. */
export function useReveal(value: unknown): (field: FormField) => void {
  const { kind, edit, state } = useForm();
  return ({ path, control, schema }) => {
    if (GROUPS.has(control) && at(value, ...path) === undefined)
      edit({ kind: 'set', path, value: emptyValue(kind.document, schema) });
    state.goTo(path);
  };
}
