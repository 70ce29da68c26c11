import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { failureOf } from '../api/failure';
import { type FieldProblem, fieldProblems } from '../api/field-problems';
import type { Resource } from '../api/resource';
import { EditorPanes, type EditorTab } from '../editor/editor-panes';
import { ProblemNotice } from '../editor/problems/problem-notice';
import { useYamlView } from '../editor/use-yaml-view';
import { objectOf, yamlOf } from '../editor/yaml-text';
import type { FieldPath } from '../form/text/edit';
import { goTo, objectHash } from '../route/route';
import { type SchemaReader, schemaReader } from '../schema/kind-schema';
import { skeletonOf } from '../schema/skeleton';
import type { Session } from '../session/session';
import { Notice } from '../ui/notice';
import { postObject } from './post-object';
import '../editor/editor.css';

export interface NewObjectEditorProps {
  readonly session: Session;
  readonly resource: Resource;
  readonly namespace: string;
  readonly tab: EditorTab;
}

/** A new object as a form and as text, at first with what its schema requires. */
export function NewObjectEditor(props: NewObjectEditorProps): JSX.Element {
  const { session, resource, namespace } = props;
  const readSchema = useMemo(() => schemaReader(session.client, resource), [session, resource]);
  const [base, setBase] = useState<string | undefined>(undefined);
  useEffect(() => {
    let isClosed = false;
    const start = async (): Promise<void> => {
      const skeleton = skeletonOf(await readSchema(), resource, resource.namespaced ? namespace || 'default' : '');
      if (!isClosed) setBase(yamlOf(skeleton));
    };
    void start();
    return () => {
      isClosed = true;
    };
  }, [readSchema, resource, namespace]);
  if (base === undefined) return <p class="empty">Loading…</p>;
  return <Editing key={base} {...props} readSchema={readSchema} base={base} />;
}

interface State {
  readonly problems: readonly FieldProblem[];
  /** The server would create the text as it is. */
  readonly isGood: boolean;
  readonly isBusy: boolean;
}

const IDLE: State = { problems: [], isGood: false, isBusy: false };

interface EditingProps extends NewObjectEditorProps {
  readonly readSchema: SchemaReader;
  readonly base: string;
}

/** What the server refuses is marked at its fields. */
function Editing({ session, resource, namespace, tab, readSchema, base }: EditingProps): JSX.Element {
  const [{ problems, isGood, isBusy }, setState] = useState(IDLE);
  const target = useSignal<FieldPath | undefined>(undefined);
  const yaml = useYamlView({ readSchema, mayEdit: true, base, problems, managedFields: undefined });
  useEffect(() => {
    if (tab === 'yaml') yaml.focus();
  }, []);
  const send = async (isDryRun: boolean): Promise<void> => {
    setState({ ...IDLE, isBusy: true });
    try {
      const { metadata } = await postObject(session.client, resource, namespace, objectOf(yaml.text()), isDryRun);
      setState({ ...IDLE, isGood: true });
      if (!isDryRun) goTo(objectHash(resource, metadata.namespace ?? '', metadata.name));
    } catch (error) {
      setState({ ...IDLE, problems: fieldProblems(failureOf(error)) });
    }
  };
  return (
    <div class="editor">
      <div class="editor-bar">
        <span class="muted">With the fields that the kind requires. In the YAML, Ctrl+Space offers more.</span>
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
          {problems.length > 0 && (
            <ProblemNotice
              problems={problems}
              {...(tab === 'form' && { onGoTo: (path: FieldPath) => (target.value = path) })}
            />
          )}
        </div>
      )}
      <EditorPanes
        tab={tab}
        host={yaml.host}
        readSchema={readSchema}
        resource={resource}
        stored={undefined}
        text={yaml.shown}
        onText={yaml.setText}
        problems={problems}
        target={target}
      />
    </div>
  );
}
