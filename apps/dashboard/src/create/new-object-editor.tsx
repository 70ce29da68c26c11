import type { EditorView } from '@codemirror/view';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { failureOf } from '../api/failure';
import type { Resource } from '../api/resource';
import { editable, openEditor } from '../editor/code-mirror';
import { type FieldProblem, fieldProblems } from '../editor/problems/field-problems';
import { ProblemNotice } from '../editor/problems/problem-notice';
import { serverProblems, showProblems } from '../editor/problems/server-problems';
import { fieldCompletion } from '../editor/schema/completion';
import type { OpenApiDocument } from '../editor/schema/fields';
import { openApiPath } from '../editor/schema/open-api-path';
import { skeletonOf } from '../editor/schema/skeleton';
import { objectOf, yamlOf } from '../editor/yaml-text';
import { goTo, objectHash } from '../route/route';
import type { Session } from '../session/session';
import { Notice } from '../ui/notice';
import { postObject } from './post-object';
import '../editor/editor.css';

export interface NewObjectEditorProps {
  readonly session: Session;
  readonly resource: Resource;
  readonly namespace: string;
}

interface State {
  readonly problems: readonly FieldProblem[];
  /** The server would create the text as it is. */
  readonly isGood: boolean;
  readonly isBusy: boolean;
}

const IDLE: State = { problems: [], isGood: false, isBusy: false };

/** The text of a new object; what the server refuses is marked at its fields. */
export function NewObjectEditor({ session, resource, namespace }: NewObjectEditorProps): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | undefined>(undefined);
  const [{ problems, isGood, isBusy }, setState] = useState(IDLE);
  useEffect(() => {
    let isClosed = false;
    const start = async (): Promise<void> => {
      const document = await session.client.json<OpenApiDocument>(openApiPath(resource)).catch(() => undefined);
      if (isClosed || host.current === null) return;
      const text = yamlOf(skeletonOf(document, resource, resource.namespaced ? namespace || 'default' : ''));
      const extensions = [...editable, serverProblems, fieldCompletion(session.client, resource)];
      view.current = openEditor(host.current, text, extensions);
      view.current.focus();
    };
    void start();
    return () => {
      isClosed = true;
      view.current?.destroy();
    };
  }, [session, resource, namespace]);
  const send = async (isDryRun: boolean): Promise<void> => {
    const editor = view.current;
    if (editor === undefined) return;
    setState({ ...IDLE, isBusy: true });
    try {
      const object = objectOf(editor.state.doc.toString());
      const { metadata } = await postObject(session.client, resource, namespace, object, isDryRun);
      showProblems(editor, []);
      setState({ ...IDLE, isGood: true });
      if (!isDryRun) goTo(objectHash(resource, metadata.namespace ?? '', metadata.name));
    } catch (error) {
      const refused = fieldProblems(failureOf(error));
      showProblems(editor, refused);
      setState({ ...IDLE, problems: refused });
    }
  };
  return (
    <div class="editor">
      <div class="editor-bar">
        <span class="muted">With the fields that the kind requires. Ctrl+Space offers more.</span>
        <button type="button" class="button" disabled={isBusy} onClick={() => void send(true)}>
          Check
        </button>
        <button type="button" class="button primary" disabled={isBusy} onClick={() => void send(false)}>
          Create
        </button>
      </div>
      {(isGood || problems.length > 0) && (
        <div class="editor-messages">
          {isGood && <Notice>The server would create it as it is. Nothing is stored yet.</Notice>}
          {problems.length > 0 && <ProblemNotice problems={problems} />}
        </div>
      )}
      <div class="editor-text" ref={host} />
    </div>
  );
}
