import { autocompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import type { ApiClient } from '../../api/client';
import type { Resource } from '../../api/resource';
import { fieldsAt, type OpenApiDocument, schemaOfKind } from './fields';
import { openApiPath } from './open-api-path';
import { yamlPath } from './yaml-path';

/** Offers the fields of the kind at the place of the cursor; the schema is read when the first are asked for. */
export function fieldCompletion(client: Pick<ApiClient, 'json'>, { group, version, kind }: Resource): Extension {
  let reading: Promise<OpenApiDocument> | undefined;
  const source = async (context: CompletionContext): Promise<CompletionResult | null> => {
    const line = context.state.doc.lineAt(context.pos);
    const written = /^([ -]*)(\w*)$/.exec(line.text.slice(0, context.pos - line.from));
    if (written === null || (written[2] === '' && !context.explicit)) return null;
    reading ??= client.json<OpenApiDocument>(openApiPath({ group, version }));
    const document = await reading.catch(() => undefined);
    const root = document && schemaOfKind(document, group, version, kind);
    if (document === undefined || root === undefined) return null;
    const indent = written[1]?.length ?? 0;
    const before = context.state.doc.sliceString(0, line.from).split('\n');
    const dash = written[1]?.indexOf('-') ?? -1;
    const fields = fieldsAt(document, root, yamlPath(before, dash < 0 ? indent : dash + 1));
    return {
      from: line.from + indent,
      options: fields.map(({ name, type, description }) => ({
        label: name,
        detail: type,
        info: description,
        apply: `${name}: `,
        type: 'property',
      })),
      validFor: /^\w*$/,
    };
  };
  return autocompletion({ override: [source], icons: false });
}
