import type { JSX } from 'preact';
import { Icon } from '../../ui/icon';
import { useForm } from '../form-context';
import type { FieldPath } from '../text/edit';
import { buttonKey } from './button-key';
import type { ListPlace } from './row-props';
import { useFocusTarget } from './use-focus-target';

export interface RemoveButtonProps {
  readonly path: FieldPath;
  /** Whether the field is in the text; otherwise it is only shown. */
  readonly isSet: boolean;
  readonly name: string;
  readonly place?: ListPlace | undefined;
}

/** Removes a field. The focus goes to the button of the item that takes its place; otherwise to where one is added. */
export function RemoveButton({ path, isSet, name, place }: RemoveButtonProps): JSX.Element {
  const { edit, state } = useForm();
  const key = buttonKey(path, 'remove');
  useFocusTarget(key);
  const isLast = place === undefined || Number(path.at(-1)) === place.count - 1;
  const remove = (): void => {
    state.forget(path);
    if (isSet) edit({ kind: 'remove', path });
    state.focus(isLast ? buttonKey(path.slice(0, -1), 'add') : key);
  };
  return (
    <button
      type="button"
      class="button plain icon"
      data-path={key}
      aria-label={`Remove ${name}`}
      title="Remove"
      onClick={remove}
    >
      <Icon name="close" />
    </button>
  );
}
