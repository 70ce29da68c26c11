import type { JSX } from 'preact';
import type { Resource } from '../api/resource';
import { titleOf } from '../kinds/sections';
import { namespace } from '../route/namespace';
import { route } from '../route/route';
import type { Session } from '../session/session';
import { Empty } from '../ui/notice';
import { ListView } from './list-view';

/** The list of a kind, or why there is none. Nothing is requested that the user may not see. */
export function KindList({
  session,
  resource,
}: {
  readonly session: Session;
  readonly resource: Resource;
}): JSX.Element {
  const here = resource.namespaced ? namespace.value : '';
  const { parameters } = route.value;
  if (!session.knowsRights(here)) return <Empty title="Reading your rights…" />;
  if (!session.may('list', resource, here)) return <NotAllowed resource={resource} here={here} />;
  const query = {
    resource,
    namespace: here,
    labelSelector: parameters.get('labels') ?? '',
    fieldSelector: parameters.get('fields') ?? '',
  };
  return <ListView session={session} query={query} />;
}

function NotAllowed({ resource, here }: { readonly resource: Resource; readonly here: string }): JSX.Element {
  const title = titleOf(resource);
  if (here === '' && resource.namespaced) {
    return (
      <Empty title={`You may not list ${title} of all namespaces`}>
        <p>Enter the namespace you may see at the top of the page.</p>
      </Empty>
    );
  }
  return (
    <Empty title={`You may not list ${title}${here === '' ? '' : ` in ${here}`}`}>
      <p>
        Ask for a role with the verb <code>list</code> on <code>{resource.resource}</code>.
      </p>
    </Empty>
  );
}
