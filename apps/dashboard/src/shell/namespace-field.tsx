import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { LiveTable } from '../live/live-table';
import { chooseNamespace, namespace } from '../route/namespace';
import type { Session } from '../session/session';

/** Names of all namespaces, kept up to date; none for a user who may not list them. */
function useNamespaces(session: Session): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([]);
  const resource = session.find('namespaces', '');
  const mayList = resource !== undefined && session.may('list', resource, '');
  useEffect(() => {
    if (resource === undefined || !mayList) return undefined;
    const query = { resource, namespace: '', labelSelector: '', fieldSelector: '' };
    let isScheduled = false;
    const table = new LiveTable(session.client, session.watches, query, () => {
      if (isScheduled) return;
      isScheduled = true;
      queueMicrotask(() => {
        isScheduled = false;
        setNames([...table.rows.keys()].toSorted());
      });
    });
    table.start();
    return () => table.stop();
  }, [session, resource, mayList]);
  return names;
}

/** Chooses the namespace of all lists. Any name may be typed: not everybody may list namespaces. */
export function NamespaceField({ session }: { readonly session: Session }): JSX.Element {
  const names = useNamespaces(session);
  const current = namespace.value;
  const [typed, setTyped] = useState<string | undefined>(undefined);
  useEffect(() => {
    if (current !== '') session.learnRights(current).catch(() => undefined);
  }, [session, current]);
  const choose = (name: string): void => {
    setTyped(undefined);
    if (name !== current) chooseNamespace(name);
  };
  return (
    <div class="namespace-field">
      <input
        class="field"
        type="search"
        list="namespaces"
        aria-label="Namespace"
        placeholder="All namespaces"
        autocomplete="off"
        spellcheck={false}
        value={typed ?? current}
        onInput={(event) => {
          const name = event.currentTarget.value;
          if (name === '' || names.includes(name)) choose(name);
          else setTyped(name);
        }}
        onChange={(event) => choose(event.currentTarget.value.trim())}
      />
      <datalist id="namespaces">
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </div>
  );
}
