import type { Resource } from '../api/resource';
import { PAGES } from '../kinds/pages';
import { titleOf } from '../kinds/sections';

/** The title of the tab: what is shown, then what distinguishes it from others of its name, as far as it fits. @param resource of the view, when it has one. */
export function pageTitle(parts: readonly string[], resource: Pick<Resource, 'kind' | 'resource'> | undefined): string {
  const [view = 'overview', , , plural = '', , name = ''] = parts;
  const kind = resource?.kind ?? plural;
  switch (view) {
    case 'list':
      return `${resource === undefined ? plural : titleOf(resource)} – Orch`;
    case 'new':
      return `New ${kind} – Orch`;
    case 'object':
      return `${name} – ${kind} – Orch`;
    default:
      return `${PAGES.find(([page]) => page === view)?.[1] ?? 'Overview'} – Orch`;
  }
}
