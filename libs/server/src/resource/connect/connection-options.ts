import { ApiError, type ApiObject } from '@orch/apimachinery';
import type { RequestContext } from '@orch/http';

type Read = (values: readonly string[], name: string) => unknown;

/** Any value but these means true. */
const FALSE: ReadonlySet<string> = new Set(['0', 'false']);
const MAX_PORT_TEXT = 20;

/** True, or undefined for false. */
const flag: Read = ([value]) => (value !== undefined && !FALSE.has(value.toLowerCase()) ? true : undefined);
const text: Read = ([value]) => (value === undefined || value === '' ? undefined : value);
/** Always present in the object: null without arguments. */
const list: Read = (values) => (values.length === 0 ? null : values);
const numbers: Read = (values) => (values.length === 0 ? undefined : values.map(numberOf));

function numberOf(value: string): number {
  if (/^\d+$/.test(value) && value.length < MAX_PORT_TEXT) return Number(value);
  throw ApiError.badRequest(
    `cannot convert to []int32: strconv.ParseUint: parsing ${JSON.stringify(value)}: invalid syntax`,
  );
}

const STREAMS: Readonly<Record<string, Read>> = { stdin: flag, stdout: flag, stderr: flag, tty: flag, container: text };

/** Fields of the options by kind, in their order. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, Read>>>> = {
  PodAttachOptions: STREAMS,
  PodExecOptions: { ...STREAMS, command: list },
  PodPortForwardOptions: { ports: numbers },
};

/**
 * The options of a connection as an object of their kind, from the query: `{ kind: 'PodExecOptions', command: ['ls'] }`. Those of a proxy have
 * the path below it.
 * @throws ApiError BadRequest for a port that is not a number.
 */
export function connectionOptions(kind: string, { info, query }: RequestContext): ApiObject {
  const fields = FIELDS[kind];
  const read = fields
    ? Object.entries(fields).map(([name, of]) => [name, of(query.getAll(name), name)] as const)
    : [['path', proxiedPathOf(info)] as const];
  const set = Object.fromEntries(read.filter(([, value]) => value !== undefined));
  // Options are not stored: they have no metadata.
  return { kind, apiVersion: 'v1', ...set } as unknown as ApiObject;
}

/** With a slash before it, and after it where the request has one; undefined for the proxy itself. */
function proxiedPathOf({ rest, path }: RequestContext['info']): string | undefined {
  const joined = rest.length === 0 ? '' : `/${rest.join('/')}`;
  const whole = path.endsWith('/') && !joined.endsWith('/') ? `${joined}/` : joined;
  return whole === '' ? undefined : whole;
}
