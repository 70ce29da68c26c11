import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { addShortcuts } from '../keyboard/shortcuts';
import { setParameters } from '../route/route';

export interface FiltersProps {
  readonly filter: string;
  readonly labels: string;
  readonly fields: string;
}

const leaveOnEscape = (event: KeyboardEvent): void => {
  if (event.key === 'Escape' && event.currentTarget instanceof HTMLElement) event.currentTarget.blur();
};

/** The filter works on what is loaded as one types; selectors are for the server and start the list again. */
export function Filters({ filter, labels, fields }: FiltersProps): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => addShortcuts({ '/': () => input.current?.focus() }), []);
  return (
    <div class="list-filters" role="search">
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
      <Selector
        name="Label selector"
        hint="app=web,tier!=db"
        value={labels}
        onChange={(value) => setParameters({ labels: value })}
      />
      <Selector
        name="Field selector"
        hint="metadata.name=web"
        value={fields}
        onChange={(value) => setParameters({ fields: value })}
      />
    </div>
  );
}

interface SelectorProps {
  readonly name: string;
  readonly hint: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Selector({ name, hint, value, onChange }: SelectorProps): JSX.Element {
  return (
    <input
      class="field"
      type="search"
      aria-label={name}
      title={`${name}, such as ${hint}`}
      placeholder={name}
      spellcheck={false}
      autocomplete="off"
      value={value}
      onKeyDown={leaveOnEscape}
      onChange={(event) => onChange(event.currentTarget.value.trim())}
    />
  );
}
