import type { JSX } from 'preact';
import { FilterInput } from '../filter/filter-input';
import { leaveOnEscape } from '../filter/leave-on-escape';
import { setParameters } from '../route/route';

export interface FiltersProps {
  readonly filter: string;
  readonly labels: string;
  readonly fields: string;
}

/** The filter works on what is loaded as one types; selectors are for the server and start the list again. */
export function Filters({ filter, labels, fields }: FiltersProps): JSX.Element {
  return (
    <div class="list-filters" role="search">
      <FilterInput filter={filter} />
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
