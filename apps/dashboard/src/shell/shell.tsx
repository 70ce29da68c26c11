import type { JSX, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import icon from '../icon.svg';
import { KeyboardHelp } from '../keyboard/help';
import { addShortcuts } from '../keyboard/shortcuts';
import { Navigation } from '../kinds/navigation';
import { route } from '../route/route';
import { endSession } from '../session/current-session';
import type { Session } from '../session/session';
import { watchKinds } from '../session/watch-kinds';
import { Guard } from '../ui/guard';
import { Icon } from '../ui/icon';
import { Menu } from '../ui/menu';
import { Notice } from '../ui/notice';
import { switchTheme } from '../ui/theme';
import { Connection } from './connection';
import { NamespaceField } from './namespace-field';
import { Palette } from '../palette/palette';
import { pageTitle } from './page-title';
import { useSide } from './use-side';
import { resourceOf, View } from './view';
import './shell.css';

type Overlay = 'help' | 'palette' | undefined;

/** The frame around all views. */
export function Shell({ session }: { readonly session: Session }): JSX.Element {
  const side = useSide();
  const [overlay, setOverlay] = useState<Overlay>(undefined);
  const current = route.value;
  // The event of a dialog that closes comes later: another one may be open by then.
  const close = (closed: Overlay): void => setOverlay((open) => (open === closed ? undefined : open));
  useLayoutEffect(
    () =>
      addShortcuts({
        '?': () => setOverlay('help'),
        'Control+k': () => setOverlay('palette'),
        t: switchTheme,
      }),
    [],
  );
  useEffect(() => watchKinds(session), [session]);
  const content = useView(session);
  return (
    <div class="shell">
      <button type="button" class="button skip" onClick={() => content.current?.focus()}>
        Skip to the content
      </button>
      <header class="bar">
        <button
          ref={side.button}
          type="button"
          class="button plain icon bar-menu"
          aria-label="Kinds"
          aria-expanded={side.isOpen}
          onClick={side.toggle}
        >
          <Icon name="menu" />
        </button>
        <a class="bar-brand" href="#/" aria-label="Orch, overview">
          <img src={icon} alt="" />
          <span>Orch</span>
        </a>
        <NamespaceField session={session} />
        <button type="button" class="button go" onClick={() => setOverlay('palette')}>
          <Icon name="search" />
          <span>Go to…</span>
          <kbd>Ctrl K</kbd>
        </button>
        <div class="bar-space" />
        <Connection watches={session.watches} />
        <UserMenu session={session} onHelp={() => setOverlay('help')} />
      </header>
      <aside class={side.isOpen ? 'side open' : 'side'} ref={side.element}>
        <Navigation session={session} />
      </aside>
      <main class="content" ref={content} tabIndex={-1}>
        <Guard key={current.parts.join('/')}>
          <View session={session} />
        </Guard>
      </main>
      {session.warning.value !== '' && <Warning session={session} />}
      {overlay === 'help' && <KeyboardHelp onClose={() => close('help')} />}
      {overlay === 'palette' && <Palette session={session} onClose={() => close('palette')} />}
    </div>
  );
}

/** Titles the tab, and moves the focus that was lost with the last view to the content of the next one. @returns for the element of the content. */
function useView(session: Session): RefObject<HTMLElement | null> {
  const content = useRef<HTMLElement>(null);
  const { parts } = route.value;
  const title = pageTitle(parts, resourceOf(session, parts));
  useEffect(() => {
    document.title = title;
    return () => {
      document.title = 'Orch';
    };
  }, [title]);
  const path = parts.join('/');
  useEffect(() => {
    if (document.activeElement === document.body) content.current?.focus({ preventScroll: true });
  }, [path]);
  return content;
}

function UserMenu({ session, onHelp }: { readonly session: Session; readonly onHelp: () => void }): JSX.Element {
  const { name, groups } = session.user.value;
  return (
    <Menu
      isPlain
      name={`User ${name}`}
      label={
        <>
          <span class="user" title={groups.join(', ')}>
            {name}
          </span>
          <Icon name="down" />
        </>
      }
      items={[
        { text: 'Light or dark', run: switchTheme },
        { text: 'Keys', run: onHelp },
        { text: 'Sign out', run: () => endSession() },
      ]}
    />
  );
}

/** The last warning of the server, until it is closed. */
function Warning({ session }: { readonly session: Session }): JSX.Element {
  return (
    <div class="warning-toast">
      <Notice tone="warn">
        {session.warning.value}{' '}
        <button type="button" class="button" onClick={() => (session.warning.value = '')}>
          Close
        </button>
      </Notice>
    </div>
  );
}
