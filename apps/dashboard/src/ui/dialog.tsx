import type { ComponentChildren, JSX } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from './icon';

export interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly isWide?: boolean;
  readonly foot?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A modal dialog while it is rendered; Escape closes it. */
export function Dialog({ title, onClose, isWide, foot, children }: DialogProps): JSX.Element {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // Before the next key: what is typed at once belongs to the dialog.
  useLayoutEffect(() => element.current?.showModal(), []);
  return (
    <dialog
      ref={element}
      class={isWide === true ? 'dialog wide' : 'dialog'}
      aria-labelledby={heading}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === element.current) onClose();
      }}
    >
      <div class="dialog-head">
        <h2 id={heading}>{title}</h2>
        <button type="button" class="button plain icon" aria-label="Close" onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <div class="dialog-body">{children}</div>
      {foot !== undefined && <div class="dialog-foot">{foot}</div>}
    </dialog>
  );
}
