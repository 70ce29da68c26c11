import type { ComponentType, JSX } from 'preact';
import { AccessPage } from '../access/access-page';
import type { Resource } from '../api/resource';
import { ChangesPage } from '../changes/changes-page';
import { ControllersPage } from '../controllers/controllers-page';
import { NewObjectPage } from '../create/new-object-page';
import { KindList } from '../list/kind-list';
import { ObjectPage } from '../object/object-page';
import { OverviewPage } from '../overview/overview-page';
import { fromPart, route } from '../route/route';
import type { Session } from '../session/session';
import { SearchPage } from '../search/search-page';
import { StuckPage } from '../stuck/stuck-page';
import { TopologyPage } from '../topology/topology-page';
import { Empty } from '../ui/notice';

/** Views without a kind, by the first part of the address; the overview is for all others. */
const PAGES: ReadonlyMap<string, ComponentType<{ readonly session: Session }>> = new Map([
  ['search', SearchPage],
  ['stuck', StuckPage],
  ['changes', ChangesPage],
  ['controllers', ControllersPage],
  ['access', AccessPage],
  ['topology', TopologyPage],
]);

/** The kind that the address names. */
export function resourceOf(session: Session, parts: readonly string[]): Resource | undefined {
  return session.find(parts[3] ?? '', fromPart(parts[1]));
}

/** The view that the address names. */
export function View({ session }: { readonly session: Session }): JSX.Element {
  const { parts } = route.value;
  if (!['list', 'new', 'object'].includes(parts[0] ?? '')) {
    const Page = PAGES.get(parts[0] ?? '') ?? OverviewPage;
    return <Page session={session} />;
  }
  const resource = resourceOf(session, parts);
  if (resource === undefined) return <UnknownKind name={parts[3] ?? ''} />;
  if (parts[0] === 'list') {
    return <KindList key={`${resource.group}/${resource.resource}`} session={session} resource={resource} />;
  }
  if (parts[0] === 'new') {
    const namespace = resource.namespaced ? (route.value.parameters.get('namespace') ?? '') : '';
    return <NewObjectPage key={parts.join('/')} session={session} resource={resource} namespace={namespace} />;
  }
  const address = { resource, namespace: fromPart(parts[4]), name: parts[5] ?? '' };
  return <ObjectPage key={parts.join('/')} session={session} address={address} />;
}

function UnknownKind({ name }: { readonly name: string }): JSX.Element {
  return (
    <Empty title={`The server has no kind ${name}`}>
      <p>It may have been removed, or its extension API server does not answer.</p>
    </Empty>
  );
}
