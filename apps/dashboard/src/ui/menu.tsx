import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

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
  useEffect(() => {
    if (!isOpen) return undefined;
    const close = (event: Event): void => {
      const isOutside = !element.current?.contains(event.target as Node);
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape';
      if (!isOutside && !isEscape) return;
      // What has the focus goes.
      if (isEscape && !isOutside) button.current?.focus();
      setOpen(false);
    };
    addEventListener('pointerdown', close);
    addEventListener('keydown', close);
    return () => {
      removeEventListener('pointerdown', close);
      removeEventListener('keydown', close);
    };
  }, [isOpen]);
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
