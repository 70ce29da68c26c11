import type { ResourceDefinition } from '@orch/api';
import {
  ApiError,
  type CodecLimits,
  DEFAULT_CODEC_LIMITS,
  encodeJsonSteps,
  formatTime,
  type ApiObject,
  type FieldError,
  type ObjectMeta,
} from '@orch/apimachinery';
import type { Answers } from '@orch/vocabulary';
import { checkNamespace, decodeObject, ownedBySender, type ResourceStore, type WriteRequest } from '@orch/registry';
import { flowOfRequester, inOneStep, inTurns, type RequestContext, type WorkOptions } from '@orch/http';
import type { LargeAnswers } from '../../large-objects/large-answers.js';
import { sendItem } from '@orch/http';
import { readObject } from '../../body/read-object.js';
import type { Representation } from '@orch/http';
import { prepareCreate } from '../write/write-objects.js';
import { admitAction } from './admit-action.js';
import type { VirtualResource } from './virtual-resource.js';

/** Each step of a body of this size may take 10 ms. */
const LARGE_BODY_BYTES = 64 * 1_024;

/** Items of a list that are encoded in one step, within some milliseconds, and values in them: a rule may have a hundred thousand names. */
const STEP_ITEMS = 500;
const STEP_VALUES = 5_000;

/** Limits of objects that are not stored: they are decoded on the event loop. */
export const REVIEW_LIMITS: CodecLimits = { ...DEFAULT_CODEC_LIMITS, maxFields: 20_000 };

/** The object of a POST that stores nothing. */
export interface Sent<T extends ApiObject> {
  readonly request: WriteRequest;
  /** The requested representation. */
  readonly representation: Representation;
  readonly object: T;
  /** Validates the object, as mutating admission left it. @throws ApiError Invalid with the errors of `validate`. */
  readonly check: (object: T) => Promise<void>;
}

/**
 * Reads the body of a POST that stores nothing; a missing namespace defaults to that of the path.
 * @param definition the expected kind.
 * @throws ApiError BadRequest for another kind or namespace.
 */
export async function readSent<T extends ApiObject>(
  store: ResourceStore,
  definition: ResourceDefinition,
  context: RequestContext,
  { validate = () => [], namesErrors = true }: SentRules<T> = {},
): Promise<Sent<T>> {
  const { request, representation } = prepareCreate(store, context, definition);
  const body = await readObject(context, definition, REVIEW_LIMITS);
  const { subresource } = context.info;
  const decoded = await inOwnStep(context, () => {
    const sent = decodeObject(definition, body, request);
    return ownedBySender(definition, request, subresource, sent, formatTime(Date.now()));
  });
  const object = inNamespace(
    definition.conversion?.toStored(decoded) ?? decoded,
    request.namespace,
    definition.vocabulary.answers,
  ) as T;
  const check = async (checked: T): Promise<void> => {
    const errors = await inOwnStep(context, () => validate(checked));
    if (errors.length === 0) return;
    const { group, kind } = definition.gvk;
    throw ApiError.invalid(
      namesErrors ? { group, kind, name: checked.metadata.name ?? '' } : { group, kind: '' },
      errors,
    );
  };
  return { request, representation, object, check };
}

/** Runs a step on the decoded body: at once, or queued with other requests when the body is large. */
async function inOwnStep<T>(context: RequestContext, step: () => T): Promise<T> {
  const body = await context.readBody();
  return body.length < LARGE_BODY_BYTES ? step() : inOneStep(step, workOf(context));
}

/** JSON of an answer that has what was sent. */
async function encoded(context: RequestContext, answer: object): Promise<Buffer> {
  const body = await context.readBody();
  if (body.length < LARGE_BODY_BYTES) return Buffer.from(JSON.stringify(answer), 'utf8');
  return inTurns(encodeJsonSteps(answer), workOf(context));
}

const workOf = (context: RequestContext): WorkOptions => ({ flow: flowOfRequester(context), signal: context.signal });

function inNamespace(object: ApiObject, namespace: string, answers: Answers): ApiObject {
  if ((object.metadata.namespace ?? '') === namespace) return object;
  checkNamespace(object.metadata, namespace, answers);
  const { namespace: _sent, ...metadata } = object.metadata;
  return { ...object, metadata: namespace === '' ? metadata : { ...metadata, namespace } };
}

/** Rules of an object that is not stored. */
export interface SentRules<T> {
  readonly validate?: (object: T) => FieldError[];
  /** Whether the answer with the errors of `validate` names kind and object. Default: true. */
  readonly namesErrors?: boolean;
}

/** Options of a review kind. */
export interface ReviewOptions<T> extends SentRules<T> {
  /** Metadata of the answer, which then has nothing of the request. Default: the answer is the request with a status. */
  readonly metadata?: () => ObjectMeta;
  /** Encodes large answers. Default: they are encoded on the event loop. */
  readonly largeAnswers?: LargeAnswers | undefined;
}

/**
 * A review kind: each POST returns the object with its `status` filled in, code 201.
 * @param answer computes the status.
 */
export function reviewKind<T extends ApiObject>(
  answer: (review: T, context: RequestContext) => object | Promise<object>,
  { metadata, largeAnswers, ...rules }: ReviewOptions<T> = {},
): VirtualResource {
  return {
    create: async (store, context) => {
      const { definition } = store;
      const { request, representation, object: read, check } = await readSent<T>(store, definition, context, rules);
      const object = await admitAction(store, context, request, read, { check });
      const { kind, apiVersion } = object;
      const shownWith = metadata ? { kind, apiVersion, metadata: metadata() } : object;
      const answered = { ...shownWith, status: await answer(object, context) };
      const work = workOf(context);
      const bytes = isLong(answered.status)
        ? await inTurns(encodeJsonSteps(await inTurns(shownInSteps(definition, answered), work)), work)
        : await encoded(context, await inOwnStep(context, () => shown(definition, answered)));
      const sent = largeAnswers?.send(store, context, 201, representation, bytes, undefined);
      return sent ?? sendItem(context, 201, representation, definition, bytes);
    },
  };
}

const isLong = (status: object): boolean => longLists(status).length > 0;

const longLists = (status: object): [name: string, list: readonly unknown[]][] =>
  Object.entries(status).filter(
    (member): member is [string, readonly unknown[]] =>
      Array.isArray(member[1]) &&
      (member[1].length > STEP_ITEMS || member[1].reduce((sum: number, item) => sum + valuesIn(item), 0) > STEP_VALUES),
  );

/** Values in the lists of an item, such as the verbs and names of a rule. */
const valuesIn = (item: unknown): number => {
  if (typeof item !== 'object' || item === null) return 0;
  return Object.values(item).reduce((sum: number, value) => sum + (Array.isArray(value) ? value.length : 0), 0);
};

/** As `shown`, in steps over a long list of the status. The items do not depend on each other. */
export function* shownInSteps(
  definition: ResourceDefinition,
  answered: ApiObject & { readonly status: object },
): Generator<undefined, object> {
  const lists = longLists(answered.status);
  const short = { ...answered.status, ...Object.fromEntries(lists.map(([name]) => [name, []])) };
  const withStatus = (status: object) =>
    shown(definition, { ...answered, status }) as { readonly status: Readonly<Record<string, unknown>> };
  const served = withStatus(short);
  const long: Record<string, unknown> = {};
  for (const [name, list] of lists) {
    const items: unknown[] = [];
    for (let at = 0; at < list.length;) {
      const from = at;
      let values = 0;
      do values += valuesIn(list[at++]);
      while (at < list.length && at - from < STEP_ITEMS && values < STEP_VALUES);
      const { status } = withStatus({ ...short, [name]: list.slice(from, at) });
      items.push(...(status[name] as readonly unknown[]));
      yield;
    }
    long[name] = items;
  }
  return { ...served, status: { ...served.status, ...long } };
}

/** In the requested version, with zero values left out as in every other answer. */
function shown(definition: ResourceDefinition, answered: ApiObject): object {
  const served = definition.conversion?.fromStored(answered) ?? answered;
  return definition.schema.decode(served, { unknownFields: [], duplicateFields: [] });
}
