import type { Content, Found, Operation } from './history.js';
import type { Model, Timed } from './linearizability.js';

/** State of one key. */
export interface Register {
  /** Newest known version; the next is greater. */
  readonly floor: number;
  readonly content?: Content;
  /** Version of `content`; undefined when unknown. */
  readonly version?: number;
}

/** An operation with the knowledge of all clients about it. */
export interface JudgedOperation extends Timed {
  readonly operation: Operation;
  /** Object that it wrote or read; for an unanswered write as observed by others. */
  readonly found?: Found;
}

/** Sequential model of one object: create, read, update with or without a precondition on the version, delete. */
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
  if (state.version === undefined) return found.version > state.floor ? registerOf(found) : undefined;
  return state.version === found.version ? state : undefined;
}

function written(state: Register, { id, request }: Operation, found: Found | undefined): Register | undefined {
  const exists = state.content !== undefined;
  if ((request.kind === 'create') === exists || !isExpected(state, request)) return undefined;
  if (request.kind === 'delete') return { floor: state.floor };
  const content =
    request.kind === 'patch' ? { ...state.content!, last: id, [request.field]: id } : { last: id, a: id, b: id };
  if (found === undefined) return { floor: state.floor, content };
  return found.version > state.floor && isSame(content, found.content) ? registerOf(found) : undefined;
}

const registerOf = ({ version, content }: Found): Register => ({ floor: version, content, version });

/** Whether two contents are equal. */
export const isSame = (one: Content, other: Content): boolean =>
  one.last === other.last && one.a === other.a && one.b === other.b;
