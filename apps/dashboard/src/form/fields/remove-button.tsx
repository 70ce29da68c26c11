import type { JSX } from 'preact';
import { Icon } from '../../ui/icon';
import { useForm } from '../form-context';
import type { FieldPath } from '../text/edit';

export interface RemoveButtonProps {
  readonly path: FieldPath;
  /** Whether the field is in the text; otherwise it is only shown. */
  readonly isSet: boolean;
  readonly name: string;
}

export function RemoveButton({ path, isSet, name }: RemoveButtonProps): JSX.Element {
  const { edit, state } = useForm();
  const remove = (): void => {
    state.forget(path);
    if (isSet) edit({ kind: 'remove', path });
  };
  return (
    <button type="button" class="button plain icon" aria-label={`Remove ${name}`} title="Remove" onClick={remove}>
      <Icon name="close" />
    </button>
  );
}
