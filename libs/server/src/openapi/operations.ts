import { viewOf, type ResourceDefinition } from '@orch/api';
import type { OpenApiNaming } from '@orch/apimachinery';
import { LIST_SUFFIX } from './list-schema.js';
import { DELETE, DELETE_COLLECTION, LIST, type Parameter, PATCH, READ, WRITE } from './parameters.js';

type HttpMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** One way to call a path: the rest of its description follows from these facts. */
interface OperationFacts {
  readonly method: HttpMethod;
  /** First word of the operation id. */
  readonly word: string;
  /** Value of the `action` extension. */
  readonly action: string;
  readonly what: string;
  readonly parameters: readonly Parameter[];
  readonly body?: 'object' | 'patch' | 'deleteOptions';
  readonly answer: 'object' | 'list' | 'status';
  readonly codes: readonly number[];
}

/** On a collection, by served verb. */
export const COLLECTION_OPERATIONS: Readonly<Record<string, OperationFacts>> = {
  list: {
    method: 'get',
    word: 'list',
    action: 'list',
    what: 'List or watch',
    parameters: LIST,
    answer: 'list',
    codes: [200],
  },
  create: {
    method: 'post',
    word: 'create',
    action: 'post',
    what: 'Create',
    parameters: WRITE,
    body: 'object',
    answer: 'object',
    codes: [200, 201, 202],
  },
  deletecollection: {
    method: 'delete',
    word: 'deleteCollection',
    action: 'deletecollection',
    what: 'Delete all',
    parameters: DELETE_COLLECTION,
    body: 'deleteOptions',
    answer: 'status',
    codes: [200],
  },
};

/** On one object and on its sub-resources, by served verb. */
export const ITEM_OPERATIONS: Readonly<Record<string, OperationFacts>> = {
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
    answer: 'status',
    codes: [200, 202],
  },
};

const MEDIA_TYPES = ['application/json', 'application/yaml'] as const;
const PATCH_TYPES = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
] as const;

/** Where an operation stands. */
export interface OperationPlace {
  readonly definition: ResourceDefinition;
  readonly naming: OpenApiNaming;
  /** `createCoreV1NamespacedConfigMap` without the word: `CoreV1NamespacedConfigMap`. */
  readonly idSuffix: string;
  readonly subresource: string;
}

/** Describes one operation as OpenAPI 3 does. */
export function operation(facts: OperationFacts, place: OperationPlace): Record<string, unknown> {
  const { definition, naming, idSuffix, subresource } = place;
  const ref = (name: string) => ({ $ref: `#/components/schemas/${naming.definitionName(name)}` });
  const spoken = viewOf(definition, subresource)?.definition ?? definition;
  const object = ref(spoken.schemaName);
  const deleted =
    facts.answer === 'status' && facts.method === 'delete' && definition.declaration.deleteAnswers === 'object';
  const answer =
    facts.answer === 'list'
      ? ref(`${definition.schemaName}${LIST_SUFFIX}`)
      : facts.answer === 'object' || (deleted && facts.action === 'delete')
        ? object
        : ref('meta.v1.Status');
  const content = Object.fromEntries(MEDIA_TYPES.map((type) => [type, { schema: answer }]));
  return {
    tags: [tagOf(definition)],
    description: `${facts.what} ${subresource === '' ? '' : `${subresource} of `}${definition.gvk.kind}`,
    operationId: `${facts.word}${idSuffix}`,
    ...(facts.parameters.length > 0 ? { parameters: facts.parameters } : {}),
    ...(facts.body ? { requestBody: bodyOf(facts.body, object, ref) } : {}),
    responses: {
      ...Object.fromEntries(facts.codes.map((code) => [String(code), { description: PHRASES[code], content }])),
      '401': { description: 'Unauthorized' },
    },
    [`${naming.extensionPrefix}action`]: facts.action,
    [`${naming.extensionPrefix}group-version-kind`]: spoken.gvk,
  };
}

const PHRASES: Readonly<Record<number, string>> = { 200: 'OK', 201: 'Created', 202: 'Accepted' };

function bodyOf(body: NonNullable<OperationFacts['body']>, object: object, ref: (name: string) => object): object {
  if (body === 'object') return { content: { '*/*': { schema: object } }, required: true };
  if (body === 'deleteOptions') return { content: { '*/*': { schema: ref('meta.v1.DeleteOptions') } } };
  const schema = ref('meta.v1.Patch');
  return { content: Object.fromEntries(PATCH_TYPES.map((type) => [type, { schema }])), required: true };
}

/** `core_v1`: how generated clients group operations. */
const tagOf = (definition: ResourceDefinition): string =>
  `${(definition.gvr.group || 'core').split('.', 1)[0]}_${definition.gvr.version}`;
