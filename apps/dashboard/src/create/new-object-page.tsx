import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Resource } from '../api/resource';
import { titleOf } from '../kinds/sections';
import { listHash, newHash, route } from '../route/route';
import type { Session } from '../session/session';
import { Empty, Notice } from '../ui/notice';
import { Tabs } from '../ui/tabs';
import './create.css';

export interface NewObjectPageProps {
  readonly session: Session;
  readonly resource: Resource;
  /** '' when none is chosen, and for kinds without namespaces. */
  readonly namespace: string;
}

type Editor = typeof import('./new-object-editor').NewObjectEditor;

/** Creates an object of any kind, in a form or as YAML. The editor is loaded when it is needed. */
export function NewObjectPage(props: NewObjectPageProps): JSX.Element {
  const { session, resource, namespace } = props;
  const [editor, setEditor] = useState<{ readonly component: Editor } | undefined>(undefined);
  const [isMissing, setMissing] = useState(false);
  const isAllowed = session.knowsRights(namespace) && session.may('create', resource, namespace);
  useEffect(() => {
    if (namespace !== '') session.learnRights(namespace).catch(() => undefined);
    import('./new-object-editor').then(
      ({ NewObjectEditor }) => setEditor({ component: NewObjectEditor }),
      () => setMissing(true),
    );
  }, [session, namespace]);
  const Component = editor?.component;
  const tab = route.value.parameters.get('tab') === 'yaml' ? 'yaml' : 'form';
  return (
    <div class="create">
      <header class="create-head">
        <a href={listHash(resource, { namespace })}>{titleOf(resource)}</a>
        <h1>New {resource.kind}</h1>
        <Tabs
          label="Ways to write it"
          current={tab}
          tabs={[
            { id: 'form', title: 'Form', href: newHash(resource, namespace) },
            { id: 'yaml', title: 'YAML', href: newHash(resource, namespace, { tab: 'yaml' }) },
          ]}
        />
      </header>
      {isMissing && (
        <Notice tone="bad">The editor could not be loaded. Reload the page: the server may have been updated.</Notice>
      )}
      {!isAllowed && <Empty title={`You may not create ${titleOf(resource)} here`} />}
      {isAllowed && Component !== undefined && <Component {...props} tab={tab} />}
    </div>
  );
}
