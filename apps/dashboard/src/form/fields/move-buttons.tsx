import type { JSX } from 'preact';
import { Icon } from '../../ui/icon';
import type { FieldPath } from '../text/edit';
import type { ListPlace } from './row-props';
import { buttonKey } from './button-key';
import { useFocusTarget } from './use-focus-target';

type Direction = 'up' | 'down';

export interface MoveButtonsProps {
  /** Of an item of a list. */
  readonly path: FieldPath;
  readonly name: string;
  readonly place: ListPlace;
}

/** Moves an item of a list; the focus stays on the button, which goes with the item. */
export function MoveButtons(props: MoveButtonsProps): JSX.Element | null {
  if (props.place.count < 2) return null;
  return (
    <>
      <MoveButton {...props} direction="up" />
      <MoveButton {...props} direction="down" />
    </>
  );
}

function MoveButton({
  path,
  name,
  place,
  direction,
}: MoveButtonsProps & { readonly direction: Direction }): JSX.Element {
  const key = buttonKey(path, direction);
  useFocusTarget(key);
  const index = Number(path.at(-1));
  const isAtEnd = index === (direction === 'up' ? 0 : place.count - 1);
  return (
    <button
      type="button"
      class="button plain icon"
      data-path={key}
      aria-label={`Move ${name} ${direction}`}
      title={`Move ${direction}`}
      // Not `disabled`: it would lose the focus.
      aria-disabled={isAtEnd ? true : undefined}
      onClick={() => {
        if (!isAtEnd) place.move(index, direction === 'up' ? index - 1 : index + 1, direction);
      }}
    >
      <Icon name={direction} />
    </button>
  );
}
