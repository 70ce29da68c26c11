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
  useEffect(() => {
    if (!isOpen) return undefined;
    const close = (event: Event): void => {
      const isOutside = !element.current?.contains(event.target as Node);
      if (isOutside || (event instanceof KeyboardEvent && event.key === 'Escape')) setOpen(false);
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
