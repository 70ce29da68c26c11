import type { ResourceDefinition } from '@orch/api';
import type { GroupVersionKind, OpenApiNaming } from '@orch/apimachinery';
import { isCustom } from './is-custom.js';
import { listSchemaName } from './list-schema.js';
import { bodyTypes, objectTypes, patchTypes, streamTypes } from './media-types.js';
import { DELETE, DELETE_COLLECTION, LIST, type Parameter, PATCH, READ, RESOURCE_VERSION, WRITE } from './parameters.js';

type HttpMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Facts of one operation; its description is derived from them. */
export interface OperationFacts {
  readonly method: HttpMethod;
  /** First word of the operation id. */
  readonly word: string;
  /** Before the scope and kind in the operation id. Default: empty. */
  readonly infix?: string;
  /** Value of the `action` extension, the verb. */
  readonly action: string;
  readonly what: string;
  readonly parameters: readonly Parameter[];
  readonly body?: 'object' | 'patch' | 'deleteOptions' | undefined;
  readonly answer: 'object' | 'list' | 'status' | 'deleted' | 'event';
  readonly codes: readonly number[];
}

/** Operations by key. */
export type OperationTable = Readonly<Record<string, OperationFacts>>;

const CREATE: OperationFacts = {
  method: 'post',
  word: 'create',
  action: 'post',
  what: 'Create',
  parameters: WRITE,
  body: 'object',
  answer: 'object',
  codes: [200, 201, 202],
};

/** On a collection, by served verb. */
const COLLECTION_OPERATIONS: OperationTable = {
  list: {
    method: 'get',
    word: 'list',
    action: 'list',
    what: 'List or watch',
    parameters: LIST,
    answer: 'list',
    codes: [200],
  },
  create: CREATE,
  deletecollection: {
    method: 'delete',
    word: 'delete',
    infix: 'Collection',
    action: 'deletecollection',
    what: 'Delete all',
    parameters: DELETE_COLLECTION,
    body: 'deleteOptions',
    answer: 'status',
    codes: [200],
  },
};

/** On one object and on its sub-resources, by served verb. */
const ITEM_OPERATIONS: OperationTable = {
  get: { method: 'get', word: 'read', action: 'get', what: 'Read', parameters: READ, answer: 'object', codes: [200] },
  update: {
    method: 'put',
    word: 'replace',
    action: 'put',
    what: 'Replace',
    parameters: WRITE,
    body: 'object',
    answer: 'object',
    codes: [200, 201],
  },
  patch: {
    method: 'patch',
    word: 'patch',
    action: 'patch',
    what: 'Change part of',
    parameters: PATCH,
    body: 'patch',
    answer: 'object',
    codes: [200, 201],
  },
  delete: {
    method: 'delete',
    word: 'delete',
    action: 'delete',
    what: 'Delete',
    parameters: DELETE,
    body: 'deleteOptions',
    answer: 'deleted',
    codes: [200, 202],
  },
};

/** On a collection of a custom kind. */
const CUSTOM_COLLECTION_OPERATIONS: OperationTable = {
  ...COLLECTION_OPERATIONS,
  deletecollection: { ...COLLECTION_OPERATIONS['deletecollection']!, parameters: LIST, body: undefined },
};

/** On one object of a custom kind and on its sub-resources. */
const CUSTOM_ITEM_OPERATIONS: OperationTable = {
  ...ITEM_OPERATIONS,
  get: { ...ITEM_OPERATIONS['get']!, parameters: [RESOURCE_VERSION] },
  patch: { ...ITEM_OPERATIONS['patch']!, codes: [200] },
};

/** Operations on the collection of a kind, and on one object and its sub-resources. */
export const operationTables = (
  definition: ResourceDefinition,
): { readonly onCollection: OperationTable; readonly onItem: OperationTable } =>
  isCustom(definition)
    ? { onCollection: CUSTOM_COLLECTION_OPERATIONS, onItem: CUSTOM_ITEM_OPERATIONS }
    : { onCollection: COLLECTION_OPERATIONS, onItem: ITEM_OPERATIONS };

/** On a sub-resource that only takes a POST. */
export const ACTION_OPERATIONS: OperationTable = { create: CREATE };

const watch = (action: string, what: string): OperationFacts => ({
  method: 'get',
  word: 'watch',
  action,
  what: `Deprecated: use the watch parameter of a list. ${what}`,
  parameters: LIST,
  answer: 'event',
  codes: [200],
});

/** On the deprecated watch paths. */
export const WATCH_OPERATIONS: OperationTable = {
  item: watch('watch', 'Watch'),
  list: watch('watchlist', 'Watch all'),
};

/** Context of an operation. */
export interface OperationContext {
  /** Definition of its kind: that of the resource, or of the sub-resource kind. */
  readonly definition: ResourceDefinition;
  /** Definition of the resource, which determines the media types of custom kinds. */
  readonly resource: ResourceDefinition;
  readonly naming: OpenApiNaming;
  /** Groups operations in generated clients. */
  readonly tag: string;
  /** Of the group version, in the operation id `createCoreV1NamespacedConfigMap`: `CoreV1`. */
  readonly id: string;
  /** Scope and kind in the operation id: `NamespacedConfigMap`. */
  readonly scoped: string;
  /** `ConfigMap`, `status of Pod`. */
  readonly about: string;
}

/** Describes one operation in OpenAPI 3 format, without its parameters. */
export function operation(facts: OperationFacts, context: OperationContext): Record<string, unknown> {
  const { definition, resource, naming, tag, id, scoped, about } = context;
  // A custom kind has its media types and its name on its sub-resources, too.
  const owner = isCustom(resource) ? resource : definition;
  const ref = (name: string) => ({ $ref: `#/components/schemas/${naming.definitionName(name)}` });
  const answer = { schema: ref(answerOf(facts.answer, definition)) };
  const streams = facts.answer === 'list' || facts.answer === 'event';
  const types = streams ? streamTypes(owner) : objectTypes(owner);
  const content = Object.fromEntries(types.map((type) => [type, answer]));
  return {
    tags: [tag],
    description: `${facts.what} ${about}`,
    operationId: `${facts.word}${id}${facts.infix ?? ''}${scoped}`,
    ...(facts.body ? { requestBody: bodyOf(facts.body, definition, owner, ref) } : {}),
    responses: {
      ...Object.fromEntries(facts.codes.map((code) => [String(code), { description: PHRASES[code], content }])),
      '401': { description: 'Unauthorized' },
    },
    [`${naming.extensionPrefix}action`]: facts.action,
    [`${naming.extensionPrefix}group-version-kind`]: kindOf(owner.gvk),
  };
}

/** A kind in an extension. */
export const kindOf = ({ group, version, kind }: GroupVersionKind): GroupVersionKind => ({ group, kind, version });

const PHRASES: Readonly<Record<number, string>> = { 200: 'OK', 201: 'Created', 202: 'Accepted' };

/** Name of the response struct. */
function answerOf(answer: OperationFacts['answer'], definition: ResourceDefinition): string {
  const { schemaName, declaration } = definition;
  switch (answer) {
    case 'object':
      return schemaName;
    case 'list':
      return listSchemaName(definition);
    case 'deleted':
      return declaration.deleteAnswers === 'object' ? schemaName : 'meta.v1.Status';
    case 'status':
      return 'meta.v1.Status';
    case 'event':
      return 'meta.v1.WatchEvent';
  }
}

function bodyOf(
  body: NonNullable<OperationFacts['body']>,
  definition: ResourceDefinition,
  owner: ResourceDefinition,
  ref: (name: string) => object,
): object {
  const content = (types: readonly string[], name: string): object =>
    Object.fromEntries(types.map((type) => [type, { schema: ref(name) }]));
  if (body === 'object') return { content: content(bodyTypes(owner), definition.schemaName), required: true };
  if (body === 'deleteOptions') return { content: content(bodyTypes(owner), 'meta.v1.DeleteOptions') };
  return { content: content(patchTypes(owner), 'meta.v1.Patch'), required: true };
}
