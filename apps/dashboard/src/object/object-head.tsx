import type { JSX } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { ApiObject } from '../api/object';
import { addShortcuts } from '../keyboard/shortcuts';
import { titleOf } from '../kinds/sections';
import type { ObjectAddress } from '../live/live-object';
import { goTo, listHash, objectHash, setParameters } from '../route/route';
import { namespace as chosenNamespace } from '../route/namespace';
import type { Session } from '../session/session';
import { CopyButton } from '../ui/copy-button';
import { Icon } from '../ui/icon';
import { Menu } from '../ui/menu';
import { Tabs } from '../ui/tabs';
import type { Action } from './actions/action';
import { ActionDialog } from './actions/action-dialog';
import { actionsOf } from './actions/actions';
import { DeleteDialog } from './actions/delete-dialog';
import { TokenDialog } from './actions/token-dialog';

export type Tab = 'summary' | 'form' | 'yaml';

export interface ObjectHeadProps {
  readonly session: Session;
  readonly address: ObjectAddress;
  readonly object: ApiObject | undefined;
  readonly isDeleted: boolean;
  readonly tab: Tab;
}

const TITLES: Readonly<Record<Tab, string>> = { summary: 'Summary', form: 'Form', yaml: 'YAML' };

export function ObjectHead(props: ObjectHeadProps): JSX.Element {
  const { session, address, object, isDeleted, tab } = props;
  const { resource, namespace, name } = address;
  const list = listHash(resource, { namespace: chosenNamespace.value });
  const mayEdit = session.may('update', resource, namespace, name);
  useLayoutEffect(() => {
    const edit = {
      e: () => setParameters({ tab: 'yaml' }),
      ...(mayEdit && { f: () => setParameters({ tab: 'form' }) }),
    };
    return addShortcuts({ u: () => goTo(list), ...edit });
  }, [list, mayEdit]);
  const tabs = (['summary', 'form', 'yaml'] as const).filter((id) => id !== 'form' || mayEdit);
  return (
    <header class="object-head">
      <a href={list}>{titleOf(resource)}</a>
      {namespace !== '' && <span class="muted"> in {namespace}</span>}
      <div class="object-title">
        <h1>{name}</h1>
        <CopyButton text={name} name="the name" />
        {isDeleted && <span class="badge bad">Deleted</span>}
        {!isDeleted && object?.metadata.deletionTimestamp !== undefined && <span class="badge warn">Terminating</span>}
        {object !== undefined && !isDeleted && <Actions session={session} address={address} object={object} />}
      </div>
      <Tabs
        label="Views of the object"
        current={tab}
        tabs={tabs.map((id) => ({
          id,
          title: TITLES[id],
          href: objectHash(resource, namespace, name, { tab: id === 'summary' ? '' : id }),
        }))}
      />
    </header>
  );
}

type ActionsProps = Pick<ObjectHeadProps, 'session' | 'address'> & { readonly object: ApiObject };

/** Buttons for what the user's rights allow. */
function Actions({ session, address, object }: ActionsProps): JSX.Element {
  const [chosen, setChosen] = useState<Action | 'delete' | 'token' | undefined>(undefined);
  const { resource, namespace, name } = address;
  const allowed = actionsOf(resource, object).filter(({ verb, subresource }) =>
    session.may(verb, resource, namespace, name, subresource),
  );
  const items = allowed.map((action) => ({
    text: action.text,
    isDangerous: action.isDangerous === true,
    run: () => setChosen(action),
  }));
  const isAccount = resource.group === '' && resource.resource === 'serviceaccounts';
  if (isAccount && session.may('create', resource, namespace, name, 'token')) {
    items.push({ text: 'Create token…', isDangerous: false, run: () => setChosen('token') });
  }
  const close = (): void => setChosen(undefined);
  return (
    <div class="view-actions">
      {items.length > 0 && (
        <Menu
          name="Actions"
          label={
            <>
              Actions
              <Icon name="down" />
            </>
          }
          items={items}
        />
      )}
      {session.may('delete', resource, namespace, name) && (
        <button type="button" class="button danger" onClick={() => setChosen('delete')}>
          <Icon name="trash" />
          Delete
        </button>
      )}
      {chosen === 'delete' && <DeleteDialog session={session} address={address} object={object} onClose={close} />}
      {chosen === 'token' && <TokenDialog session={session} address={address} onClose={close} />}
      {typeof chosen === 'object' && (
        <ActionDialog session={session} address={address} action={chosen} onClose={close} />
      )}
    </div>
  );
}
