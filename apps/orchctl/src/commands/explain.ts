import { apiVersionOf, type GroupVersionResource } from '@orch/apimachinery';
import { mapShapeOf, requiredShape, structShape, textShape, type Client, type Shape } from '@orch/client';
import type { Command } from 'commander';
import { explainText } from '../explain/explain-text.js';
import { documentedKind, kindSchema } from '../explain/kind-schema.js';
import type { OpenApiDocument } from '../explain/openapi-schema.js';
import type { Output } from '../output.js';
import { explainedResource } from '../resources/explained-resource.js';
import { UserError } from '../user-error.js';
import { allOptions, withSession } from './command-context.js';

interface ExplainOptions {
  readonly recursive?: boolean;
  readonly apiVersion?: string;
}

/** Index of the OpenAPI v3 documents of a server, by path without leading slash. */
interface DocumentIndex {
  readonly paths?: Readonly<Record<string, { readonly serverRelativeURL: string }>>;
}

const INDEX = structShape({ paths: mapShapeOf(structShape({ serverRelativeURL: requiredShape(textShape) })) });
const DOCUMENT = structShape({
  paths: mapShapeOf(structShape({})),
  components: structShape({ schemas: mapShapeOf(structShape({})) }),
});

export function addExplain(program: Command, output: Output): void {
  program
    .command('explain')
    .description('describe a kind and its fields, from the OpenAPI document of the server')
    .argument('<type>', 'TYPE or TYPE.FIELD.FIELD')
    .option('--recursive', 'fields of fields as well, without their descriptions')
    .option('--api-version <version>', 'of the kind, such as apps/v1; default: the preferred one')
    .action(async (type: string, _options: unknown, command: Command) => {
      const options = allOptions<ExplainOptions>(command);
      await withSession(command, async ({ client, catalog, vocabulary }) => {
        const { resource, path } = await explainedResource(type, catalog, options.apiVersion);
        const document = await documentOf(client, resource);
        const marker = `${vocabulary.schemaExtensionPrefix}group-version-kind`;
        const kind = documentedKind(document, resource, marker);
        if (!kind) throw new UserError(`GVR (${longName(resource)}) not found in OpenAPI schema`);
        const schema = kindSchema(document, kind, marker);
        if (!schema) throw new UserError(`kind ${kind.kind} of ${apiVersionOf(kind)} not found in OpenAPI schema`);
        const text = explainText({ schema, document, path, recursive: options.recursive ?? false });
        if (text === undefined) throw new UserError(`field ${JSON.stringify(path.at(-1))} does not exist`);
        const group = kind.group === '' ? '' : `GROUP:      ${kind.group}\n`;
        output.out(`${group}KIND:       ${kind.kind}\nVERSION:    ${kind.version}\n\n${text}\n`);
      });
    });
}

/** @throws UserError when the server has no document of that version. */
async function documentOf(client: Client, resource: GroupVersionResource): Promise<OpenApiDocument> {
  const { group, version } = resource;
  const { paths = {} } = await readJson<DocumentIndex>(client, '/openapi/v3', INDEX);
  const entry = paths[group === '' ? `api/${version}` : `apis/${group}/${version}`];
  if (!entry) throw new UserError(`couldn't find resource for "${longName(resource)}"`);
  return readJson<OpenApiDocument>(client, entry.serverRelativeURL, DOCUMENT);
}

const readJson = <T>(client: Client, path: string, shape: Shape): Promise<T> =>
  client.json<T>({ method: 'GET', path, accept: 'application/json' }, shape);

const longName = ({ resource, ...gv }: GroupVersionResource): string => `${apiVersionOf(gv)}, Resource=${resource}`;
