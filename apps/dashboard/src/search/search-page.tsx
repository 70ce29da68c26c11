import type { JSX } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { addShortcuts } from '../keyboard/shortcuts';
import { namespace } from '../route/namespace';
import { objectHash, route, setParameters } from '../route/route';
import { Gaps, isDone, MOST_SHOWN, ScanButton } from '../scan/scan-parts';
import { useScan } from '../scan/use-scan';
import type { Session } from '../session/session';
import { formatAge } from '../ui/age';
import { Card } from '../ui/card';
import { CardTable } from '../ui/card-table';
import { now } from '../ui/clock';
import { bestFirst, type FoundObject, searchScan } from './search-scan';
import './search.css';

/** Objects of all kinds that the user may list, by words. Searches when the words are entered: every kind is read. */
export function SearchPage({ session }: { readonly session: Session }): JSX.Element {
  const query = route.value.parameters.get('q') ?? '';
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => addShortcuts({ '/': () => input.current?.focus() }), []);
  useLayoutEffect(() => {
    if (query === '') input.current?.focus();
  }, []);
  return (
    <>
      <div class="view-head">
        <h1>Search</h1>
        {namespace.value !== '' && <span class="muted">in {namespace.value}</span>}
      </div>
      <form
        class="search-form"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          setParameters({ q: input.current?.value.trim() ?? '' });
        }}
      >
        <input
          key={query}
          ref={input}
          class="field"
          type="search"
          aria-label="Words"
          placeholder="Name, kind, label=value or uid"
          autocomplete="off"
          spellcheck={false}
          defaultValue={query}
        />
        <button type="submit" class="button primary">
          Search
        </button>
      </form>
      {query !== '' && <Results key={query} session={session} query={query} />}
    </>
  );
}

function Results({ session, query }: { readonly session: Session; readonly query: string }): JSX.Element {
  const [round, setRound] = useState(0);
  const scan = useMemo(() => searchScan(query), [query]);
  const progress = useScan(session, namespace.value, round, scan);
  const found = bestFirst(progress?.found ?? [], query);
  return (
    <div class="cards">
      {progress !== undefined && <Gaps progress={progress} order="best" />}
      <Card title={`Found: ${found.length}`} isWhole>
        {found.length === 0 && <p class="muted">{isDone(progress) ? 'Nothing has these words.' : 'Looking…'}</p>}
        {found.length > 0 && <Found found={found.slice(0, MOST_SHOWN)} />}
        <p>
          <ScanButton progress={progress} onAgain={() => setRound(round + 1)} />{' '}
          <span class="muted">In names, namespaces, kinds, labels and uids; not of events and leases.</span>
        </p>
      </Card>
    </div>
  );
}

function Found({ found }: { readonly found: readonly FoundObject[] }): JSX.Element {
  return (
    <CardTable label="Found" columns={['Object', 'Kind', 'Namespace', 'Age']}>
      {found.map(({ resource, object: { metadata } }) => (
        <tr key={`${resource.group}/${resource.resource}/${metadata.namespace}/${metadata.name}`}>
          <td class="long">
            <a href={objectHash(resource, metadata.namespace ?? '', metadata.name)}>{metadata.name}</a>
          </td>
          <td title={resource.group}>{resource.kind}</td>
          <td>{metadata.namespace}</td>
          <td>{formatAge(metadata.creationTimestamp ?? '', now.value)}</td>
        </tr>
      ))}
    </CardTable>
  );
}
