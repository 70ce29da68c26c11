import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useLayoutEffect, useReducer, useState } from 'preact/hooks';

/** In pixels, as `--row`. */
export const ROW_HEIGHT = 33;

/** Which of `count` rows of equal height are in view. */
export function useVirtualRows(
  count: number,
  scroller: RefObject<HTMLElement | null>,
): Virtualizer<HTMLElement, HTMLElement> {
  const [, render] = useReducer<number, void>((drawn) => drawn + 1, 0);
  const options = {
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    scrollPaddingStart: ROW_HEIGHT,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: () => render(),
  };
  const [virtualizer] = useState(() => new Virtualizer<HTMLElement, HTMLElement>(options));
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  return virtualizer;
}
