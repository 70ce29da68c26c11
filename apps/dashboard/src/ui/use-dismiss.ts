import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** While something is open: calls `dismiss` when a pointer goes down outside its elements, and on Escape. @param elements the same ones each time. */
export function useDismiss(
  isOpen: boolean,
  elements: readonly RefObject<HTMLElement | null>[],
  dismiss: (isEscape: boolean) => void,
): void {
  const latest = useRef(dismiss);
  latest.current = dismiss;
  // Before the next key, not after the next frame.
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const onPointer = ({ target }: Event): void => {
      if (!elements.some(({ current }) => current?.contains(target as Node))) latest.current(false);
    };
    const onKey = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') latest.current(true);
    };
    addEventListener('pointerdown', onPointer);
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('pointerdown', onPointer);
      removeEventListener('keydown', onKey);
    };
  }, [isOpen]);
}
