import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { apiVersionOf } from '../api/resource';
import { PAGES } from '../kinds/pages';
import { sectionsOf, titleOf } from '../kinds/sections';
import { chooseNamespace, namespace } from '../route/namespace';
import { goTo, hashOf, listHash } from '../route/route';
import { endSession } from '../session/current-session';
import type { Session } from '../session/session';
import { switchTheme } from '../ui/theme';
import { type Entry, matching } from './entries';
import './palette.css';

function entriesOf(session: Session): Entry[] {
  const here = namespace.value;
  const visible = session.resources.value.filter((r) => session.may('list', r, '') || session.may('list', r, here));
  const kinds = sectionsOf(visible).flatMap(({ resources }) => resources);
  return [
    ...kinds.map((resource) => ({
      text: titleOf(resource),
      hint: apiVersionOf(resource),
      words: [resource.resource, ...resource.shortNames].join(' '),
      run: () => goTo(listHash(resource, { namespace: resource.namespaced ? here : '' })),
    })),
    ...PAGES.map(([page, text, words]) => ({ text, hint: 'page', words, run: () => goTo(hashOf([page])) })),
    { text: 'All namespaces', hint: 'namespace', words: 'every', run: () => chooseNamespace('') },
    { text: 'Light or dark', hint: 'view', words: 'theme', run: switchTheme },
    { text: 'Sign out', hint: 'session', words: 'logout', run: () => endSession() },
  ];
}

const searchEntry = (text: string): Entry => ({
  text: `Search for ${text}`,
  hint: 'objects',
  words: '',
  run: () => goTo(hashOf(['search'], { q: text, namespace: namespace.value })),
});

/** Goes anywhere by a few letters. A word that is no kind may be a namespace. */
export function Palette({
  session,
  onClose,
}: {
  readonly session: Session;
  readonly onClose: () => void;
}): JSX.Element {
  const element = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const [selected, setSelected] = useState(0);
  useLayoutEffect(() => element.current?.showModal(), []);
  const found = matching(entriesOf(session), typed, 12);
  const name = typed.trim();
  if (/^[a-z\d][a-z\d-]*$/.test(name)) {
    found.push({ text: `Namespace ${name}`, hint: 'namespace', words: '', run: () => chooseNamespace(name) });
  }
  if (name !== '') found.push(searchEntry(name));
  const index = Math.min(selected, found.length - 1);
  const run = (entry: Entry | undefined): void => {
    onClose();
    entry?.run();
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setSelected((index + step + found.length) % Math.max(1, found.length));
    else if (event.key === 'Enter') run(found[index]);
    else return;
    event.preventDefault();
  };
  return (
    <dialog
      ref={element}
      class="palette"
      aria-label="Go to"
      onClose={onClose}
      onClick={(event) => event.target === element.current && onClose()}
    >
      <input
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-entries"
        aria-activedescendant={found[index] === undefined ? undefined : `entry-${index}`}
        aria-label="Go to"
        placeholder="Kind, namespace, page or object"
        autocomplete="off"
        spellcheck={false}
        value={typed}
        onKeyDown={onKey}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setSelected(0);
        }}
      />
      <Results found={found} index={index} run={run} />
    </dialog>
  );
}

interface ResultsProps {
  readonly found: readonly Entry[];
  readonly index: number;
  readonly run: (entry: Entry) => void;
}

function Results({ found, index, run }: ResultsProps): JSX.Element {
  useEffect(() => document.getElementById(`entry-${index}`)?.scrollIntoView({ block: 'nearest' }), [index]);
  if (found.length === 0) return <p>Nothing by this name.</p>;
  return (
    <ul id="palette-entries" role="listbox" aria-label="Results">
      {found.map((entry, position) => (
        <li
          key={entry.text + entry.hint}
          id={`entry-${position}`}
          role="option"
          aria-selected={position === index}
          onClick={() => run(entry)}
        >
          <span>{entry.text}</span>
          <span class="muted">{entry.hint}</span>
        </li>
      ))}
    </ul>
  );
}
