import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { FormViewProps } from '../form/form-view';
import type { KindSchema, SchemaReader } from '../schema/kind-schema';
import { Empty, Notice } from '../ui/notice';

export interface FormPaneProps extends Omit<FormViewProps, 'schema'> {
  readonly readSchema: SchemaReader;
}

interface Loaded {
  readonly component: typeof import('../form/form-view').FormView;
  /** undefined: the server publishes none, or did not answer. */
  readonly schema: KindSchema | undefined;
}

/** Loads the form and the schema of the kind when they are needed. */
export function FormPane({ readSchema, ...props }: FormPaneProps): JSX.Element {
  const [loaded, setLoaded] = useState<Loaded | 'missing' | undefined>(undefined);
  useEffect(() => {
    let isClosed = false;
    Promise.all([import('../form/form-view'), readSchema()]).then(
      ([{ FormView }, schema]) => {
        if (!isClosed) setLoaded({ component: FormView, schema });
      },
      () => {
        if (!isClosed) setLoaded('missing');
      },
    );
    return () => {
      isClosed = true;
    };
  }, [readSchema]);
  if (loaded === undefined) return <p class="empty">Loading…</p>;
  if (loaded === 'missing')
    return <Notice tone="bad">The form could not be loaded. Reload the page: the server may have been updated.</Notice>;
  const { component: View, schema } = loaded;
  if (schema === undefined)
    return (
      <Empty title="There is no schema to make a form of">
        The server publishes none of this kind, or did not answer. Use the YAML.
      </Empty>
    );
  return <View {...props} schema={schema} />;
}
