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

/** A modal dialog while it is rendered; Escape closes it. When it is gone, the focus is where it was before. */
export function Dialog({ title, onClose, isWide, foot, children }: DialogProps): JSX.Element {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const latest = useRef(onClose);
  latest.current = onClose;
  // Before the next key: what is typed at once belongs to the dialog.
  useLayoutEffect(() => {
    const dialog = element.current;
    const closed = (): void => latest.current();
    dialog?.addEventListener('close', closed);
    dialog?.showModal();
    return () => {
      // The event comes later: another dialog may be open by then.
      dialog?.removeEventListener('close', closed);
      dialog?.close();
    };
  }, []);
  return (
    <dialog
      ref={element}
      class={isWide === true ? 'dialog wide' : 'dialog'}
      aria-labelledby={heading}
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
