import { useEffect, useState } from 'preact/hooks';
import { LiveObject, type ObjectAddress } from '../live/live-object';
import type { Session } from '../session/session';

/** Keeps an object up to date while the component is shown; renders it again after changes. */
export function useLiveObject(
  session: Session,
  { resource, namespace, name }: ObjectAddress,
  onlyMetadata: boolean,
): LiveObject | undefined {
  const [shown, setShown] = useState<{ readonly live: LiveObject } | undefined>(undefined);
  const mayWatch = resource.verbs.includes('watch') && session.may('watch', resource, namespace, name);
  useEffect(() => {
    const address = { resource, namespace, name };
    const live = new LiveObject(session.client, session.watches, address, { onlyMetadata, mayWatch }, () =>
      setShown({ live }),
    );
    setShown({ live });
    live.start();
    return () => live.stop();
  }, [session, resource, namespace, name, onlyMetadata, mayWatch]);
  return shown?.live;
}
