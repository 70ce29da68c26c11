import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { fieldPathText } from '../../api/field-problems';
import { useForm } from '../form-context';
import { findFields } from '../model/find-fields';
import type { FormField } from '../model/form-field';
import { FieldChoices } from './field-choices';
import { useReveal } from './use-reveal';

/** Finds a field of the kind by its name, wherever it is, and shows it. */
export function FindField({ value }: { readonly value: unknown }): JSX.Element {
  const { kind } = useForm();
  const [words, setWords] = useState('');
  const reveal = useReveal(value);
  const found = useMemo(() => findFields(kind, value, words), [kind, value, words]);
  const choose = (field: FormField | undefined): void => {
    if (field === undefined) return;
    setWords('');
    reveal(field);
  };
  return (
    <div class="form-finding" role="search">
      <input
        class="field"
        type="search"
        aria-label="Find a field"
        placeholder="Find a field"
        spellcheck={false}
        autocomplete="off"
        value={words}
        onInput={(event) => setWords(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            // The rest of the key would press what gets the focus.
            event.preventDefault();
            choose(found[0]);
          }
          if (event.key === 'Escape') setWords('');
        }}
      />
      {words.trim() !== '' && (
        <FieldChoices fields={found} textOf={({ path }) => fieldPathText(path)} onChoose={choose} />
      )}
    </div>
  );
}
