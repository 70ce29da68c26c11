import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ApiObject } from '../api/object';
import { ChangesDialog } from './changes-dialog';

export interface LookButtonsProps {
  readonly opened: ApiObject;
  readonly object: ApiObject;
  readonly showsManagers: boolean;
  readonly onManagers: (shows: boolean) => void;
}

/** What else may be seen of the object: who set each line, and what changed since the page was opened. */
export function LookButtons({ opened, object, showsManagers, onManagers }: LookButtonsProps): JSX.Element {
  const [showsChanges, setShowsChanges] = useState(false);
  return (
    <>
      <button
        type="button"
        class="button"
        aria-pressed={showsManagers}
        title="The field manager that set each line"
        onClick={() => onManagers(!showsManagers)}
      >
        Managers
      </button>
      <button
        type="button"
        class="button"
        title="What changed since you opened this page"
        disabled={opened.metadata.resourceVersion === object.metadata.resourceVersion}
        onClick={() => setShowsChanges(true)}
      >
        Changes
      </button>
      {showsChanges && <ChangesDialog opened={opened} object={object} onClose={() => setShowsChanges(false)} />}
    </>
  );
}
