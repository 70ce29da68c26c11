import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ResourceDefinition } from '@orch/api';
import { ApiError, type ApiObject, type FieldError } from '@orch/apimachinery';
import { takeIn, type ResourceStore, type WriteRequest } from '@orch/registry';
import type { RequestContext } from '@orch/http';
import { sendItem } from '../../representation/answer.js';
import { readObject } from '../../body/read-object.js';
import type { Representation } from '../../representation/representation.js';
import { prepare } from '../write/write-objects.js';
import type { VirtualResource } from './virtual-resource.js';

/** A body of so many bytes may take 10 ms in each step. */
const LARGE_BODY_BYTES = 64 * 1_024;

/** What came with a POST that stores nothing. */
export interface Sent<T extends ApiObject> {
  readonly request: WriteRequest;
  /** How the client wants to be answered. */
  readonly representation: Representation;
  readonly object: T;
}

/**
 * Reads the body of a POST that stores nothing; a namespace that it leaves out is that of the path.
 * @param definition the kind that is expected.
 * @throws ApiError BadRequest for another kind or namespace, Invalid with what `validate` finds.
 */
export async function readSent<T extends ApiObject>(
  store: ResourceStore,
  definition: ResourceDefinition,
  context: RequestContext,
  validate: (object: T) => FieldError[] = () => [],
): Promise<Sent<T>> {
  const { request, representation } = prepare(store, context, 'CreateOptions', definition);
  const body = await readObject(context, definition);
  const isLarge = await isLargeBody(context);
  if (isLarge) await nextTurn();
  const taken = takeIn(definition, body, request);
  if (isLarge) await nextTurn();
  const object = inNamespace(definition.conversion?.toStored(taken) ?? taken, request.namespace) as T;
  const errors = validate(object);
  if (errors.length > 0) {
    const { group, kind } = definition.gvk;
    throw ApiError.invalid({ group, kind, name: object.metadata.name ?? '' }, errors);
  }
  return { request, representation, object };
}

/** Whether the steps that its object goes through are to be turns of their own. The body has been read. */
const isLargeBody = async (context: RequestContext): Promise<boolean> =>
  (await context.readBody()).length >= LARGE_BODY_BYTES;

function inNamespace(object: ApiObject, namespace: string): ApiObject {
  const sent = object.metadata.namespace ?? '';
  if (sent === namespace) return object;
  if (sent !== '') {
    throw ApiError.badRequest(
      `the namespace of the object (${sent}) does not match the namespace on the URL (${namespace})`,
    );
  }
  return { ...object, metadata: { ...object.metadata, namespace } };
}

/**
 * A kind of which every POST is a question: it comes back with the answer in its `status`, code 201.
 * @param answer gives the status.
 */
export function questions<T extends ApiObject>(
  answer: (asked: T, context: RequestContext) => object | Promise<object>,
  validate?: (asked: T) => FieldError[],
): VirtualResource {
  return {
    create: async (store, context) => {
      const { definition } = store;
      const { representation, object } = await readSent<T>(store, definition, context, validate);
      const answered = { ...object, status: await answer(object, context) };
      const isLarge = await isLargeBody(context);
      if (isLarge) await nextTurn();
      const served = shown(definition, answered);
      if (isLarge) await nextTurn();
      const bytes = Buffer.from(JSON.stringify(served), 'utf8');
      return sendItem(context, 201, representation, definition, bytes);
    },
  };
}

/** In the version that was asked, with zero values left out as in every other answer. */
function shown(definition: ResourceDefinition, answered: ApiObject): object {
  const served = definition.conversion?.fromStored(answered) ?? answered;
  return definition.schema.decode(served, { unknownFields: [], duplicateFields: [] });
}
