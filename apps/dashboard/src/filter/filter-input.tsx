import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { addShortcuts } from '../keyboard/shortcuts';
import { setParameters } from '../route/route';
import { leaveOnEscape } from './leave-on-escape';

/** Filters what is shown as one types: the parameter `q` of the address. `/` goes there. */
export function FilterInput({ filter }: { readonly filter: string }): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => addShortcuts({ '/': () => input.current?.focus() }), []);
  return (
    <input
      ref={input}
      class="field"
      type="search"
      aria-label="Filter"
      placeholder="Filter ( / )"
      spellcheck={false}
      autocomplete="off"
      value={filter}
      onKeyDown={leaveOnEscape}
      onInput={(event) => setParameters({ q: event.currentTarget.value })}
    />
  );
}
