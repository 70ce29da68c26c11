import { unifiedMergeView } from '@codemirror/merge';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { openEditor, readOnly } from './code-mirror';

/** Two YAML texts as one, with what was removed and added. */
export function TextDiff({ before, after }: { readonly before: string; readonly after: string }): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (host.current === null) return undefined;
    const changes = unifiedMergeView({
      original: before,
      mergeControls: false,
      collapseUnchanged: { margin: 3, minSize: 6 },
    });
    const view = openEditor(host.current, after, [...readOnly, changes]);
    return () => view.destroy();
  }, [before, after]);
  return <div class="review-diff" ref={host} />;
}
