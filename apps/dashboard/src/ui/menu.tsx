import type { ComponentChildren, JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useDismiss } from './use-dismiss';

export interface MenuProps {
  readonly label: ComponentChildren;
  readonly name: string;
  readonly isPlain?: boolean;
  readonly items: readonly { readonly text: string; readonly isDangerous?: boolean; readonly run: () => void }[];
}

/** A button that opens a list of actions. */
export function Menu({ label, name, isPlain, items }: MenuProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useDismiss(isOpen, [element], (isEscape) => {
    // What has the focus goes.
    if (isEscape && element.current?.contains(document.activeElement) === true) button.current?.focus();
    setOpen(false);
  });
  return (
    <div class="menu" ref={element}>
      <button
        ref={button}
        type="button"
        class={isPlain === true ? 'button plain' : 'button'}
        aria-label={name}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </button>
      {isOpen && (
        <div class="menu-items">
          {items.map(({ text, isDangerous, run }) => (
            <button
              key={text}
              type="button"
              class={isDangerous === true ? 'button plain danger' : 'button plain'}
              onClick={() => {
                // A dialog that is opened gives the focus back to what has it now.
                button.current?.focus();
                setOpen(false);
                run();
              }}
            >
              {text}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
