import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { route } from '../route/route';
import { useDismiss } from '../ui/use-dismiss';

export interface Side {
  readonly isOpen: boolean;
  readonly toggle: () => void;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly element: RefObject<HTMLElement | null>;
}

/** The kinds of a narrow page: behind a button, until one is chosen, or something else is touched. */
export function useSide(): Side {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const element = useRef<HTMLElement>(null);
  const current = route.value;
  useEffect(() => setOpen(false), [current]);
  useDismiss(isOpen, [button, element], (isEscape) => {
    if (isEscape) button.current?.focus();
    setOpen(false);
  });
  return { isOpen, toggle: () => setOpen(!isOpen), button, element };
}
