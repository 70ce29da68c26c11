import type { Content, Found, Operation } from './history.js';
import type { Model, Timed } from './linearizability.js';

/** What stands under one key. */
export interface Register {
  /** Newest version known to have stood; the next is greater. */
  readonly floor: number;
  readonly content?: Content;
  /** Of `content`; undefined: nobody was told. */
  readonly version?: number;
}

/** An operation and what all clients together know of it. */
export interface JudgedOperation extends Timed {
  readonly operation: Operation;
  /** What it made or found; of a write without an answer what others saw of it. */
  readonly found?: Found;
}

/** One object as its clients see it: made, read, changed whatever stands or only if a version stands, taken away. */
export const objectRegister: Model<JudgedOperation, Register> = {
  initial: { floor: 0 },
  step: (state, { operation, found }) => {
    const { request, outcome } = operation;
    switch (outcome.is) {
      case 'absent':
        return state.content === undefined ? state : undefined;
      case 'exists':
        return state.content === undefined ? undefined : state;
      case 'conflict':
        return state.content === undefined || isExpected(state, request) ? undefined : state;
      case 'refused':
        return state;
      case 'done':
      case 'unknown':
        return request.kind === 'read' ? read(state, found) : written(state, operation, found);
    }
  },
  keyOf: ({ floor, content, version }) => `${floor} ${version} ${content?.last} ${content?.a} ${content?.b}`,
  spareClass: ({ operation: { request } }) =>
    `${request.kind} ${'field' in request ? request.field : ''} ${'expected' in request ? request.expected : ''}`,
};

const isExpected = (state: Register, request: Operation['request']): boolean =>
  !('expected' in request) || request.expected === undefined || request.expected === state.version;

function read(state: Register, found: Found | undefined): Register | undefined {
  if (found === undefined) return state;
  if (state.content === undefined || !isSame(state.content, found.content)) return undefined;
  if (state.version === undefined) return found.version > state.floor ? standing(found) : undefined;
  return state.version === found.version ? state : undefined;
}

function written(state: Register, { id, request }: Operation, found: Found | undefined): Register | undefined {
  const stands = state.content !== undefined;
  if ((request.kind === 'create') === stands || !isExpected(state, request)) return undefined;
  if (request.kind === 'delete') return { floor: state.floor };
  const content =
    request.kind === 'patch' ? { ...state.content!, last: id, [request.field]: id } : { last: id, a: id, b: id };
  if (found === undefined) return { floor: state.floor, content };
  return found.version > state.floor && isSame(content, found.content) ? standing(found) : undefined;
}

const standing = ({ version, content }: Found): Register => ({ floor: version, content, version });

/** Whether two contents are equal. */
export const isSame = (one: Content, other: Content): boolean =>
  one.last === other.last && one.a === other.a && one.b === other.b;
