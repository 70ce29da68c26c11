import type { JSX, RefObject } from 'preact';
import { FormPane, type FormPaneProps } from './form-pane';

export type EditorTab = 'form' | 'yaml';

export interface EditorPanesProps extends FormPaneProps {
  readonly tab: EditorTab;
  /** For the element that holds the YAML. */
  readonly host: RefObject<HTMLDivElement | null>;
}

/** The YAML, or the form with the YAML next to it where the page is wide enough. The YAML stays as it is when the tab changes. */
export function EditorPanes({ tab, host, ...form }: EditorPanesProps): JSX.Element {
  return (
    <div class={tab === 'form' ? 'editor-panes with-form' : 'editor-panes'}>
      {tab === 'form' && <FormPane {...form} />}
      <div key="text" class="editor-text" ref={host} />
    </div>
  );
}
