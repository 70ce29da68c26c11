import { autocompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import { fieldsAt } from '../../schema/fields';
import type { SchemaReader } from '../../schema/kind-schema';
import { yamlPath } from './yaml-path';

/** Offers the fields of the kind at the place of the cursor; the schema is read when the first are asked for. */
export function fieldCompletion(read: SchemaReader): Extension {
  const source = async (context: CompletionContext): Promise<CompletionResult | null> => {
    const line = context.state.doc.lineAt(context.pos);
    const written = /^([ -]*)(\w*)$/.exec(line.text.slice(0, context.pos - line.from));
    if (written === null || (written[2] === '' && !context.explicit)) return null;
    const schema = await read();
    if (schema === undefined) return null;
    const indent = written[1]?.length ?? 0;
    const before = context.state.doc.sliceString(0, line.from).split('\n');
    const dash = written[1]?.indexOf('-') ?? -1;
    const fields = fieldsAt(schema.document, schema.root, yamlPath(before, dash < 0 ? indent : dash + 1));
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
