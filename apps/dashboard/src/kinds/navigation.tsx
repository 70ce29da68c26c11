import type { JSX } from 'preact';
import { fromPart, hashOf, listHash, route } from '../route/route';
import { namespace } from '../route/namespace';
import type { Session } from '../session/session';
import { PAGES } from './pages';
import { sectionsOf, titleOf } from './sections';
import './navigation.css';

/** Links to the lists of all kinds that the user may list, here or everywhere. */
export function Navigation({ session }: { readonly session: Session }): JSX.Element {
  const { parts } = route.value;
  const here = namespace.value;
  const visible = session.resources.value.filter(
    (resource) => session.may('list', resource, '') || (resource.namespaced && session.may('list', resource, here)),
  );
  const isShown = (group: string, resource: string): boolean => fromPart(parts[1]) === group && parts[3] === resource;
  return (
    <nav class="navigation" aria-label="Kinds">
      {PAGES.map(([page, title]) => (
        <a
          key={page}
          href={hashOf([page], { namespace: here })}
          aria-current={(parts[0] ?? 'overview') === page ? 'page' : undefined}
        >
          {title}
        </a>
      ))}
      {sectionsOf(visible).map(({ title, resources }) => (
        <section key={title}>
          <h2>{title}</h2>
          {resources.map((resource) => (
            <a
              key={resource.resource}
              href={listHash(resource, { namespace: resource.namespaced ? here : '' })}
              aria-current={isShown(resource.group, resource.resource) ? 'page' : undefined}
              title={resource.group === '' ? resource.kind : `${resource.kind}, ${resource.group}`}
            >
              {titleOf(resource)}
            </a>
          ))}
        </section>
      ))}
      {visible.length === 0 && (
        <p>
          {here === ''
            ? 'You may list nothing in all namespaces: enter the namespace you may see.'
            : 'You may list nothing in this namespace.'}
        </p>
      )}
    </nav>
  );
}
