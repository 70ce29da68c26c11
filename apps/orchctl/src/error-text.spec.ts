import { ApiError } from '@orch/apimachinery';
import { ConfigurationError, TransportError } from '@orch/client';
import { CommanderError } from 'commander';
import { errorText } from './error-text.js';
import { NegativeAnswer, UnreadableAnswer, UserError } from './user-error.js';

const ADVICE = 'check that --server, or the server of your configuration, is an API server';
const missing = (name: string) => ApiError.notFound({ group: '', resource: 'pods', name });

const rows: [string, unknown, string][] = [
  ['an error of the user', new UserError('write a name'), 'error: write a name'],
  ['a negative answer', new NegativeAnswer(), ''],
  ['an error of the server', missing('a'), 'Error from server (NotFound): pods "a" not found'],
  ['a failed connection', new TransportError('Unreachable', 'refused'), 'Unable to connect to the server: refused'],
  ['an answer of another form', new TransportError('Protocol', 'not JSON'), `Unable to read the answer of the server: not JSON; ${ADVICE}`],
  ['an answer that a command cannot work with', new UnreadableAnswer('x'), `Unable to read the answer of the server: x; ${ADVICE}`],
  ['a bad configuration', new ConfigurationError('NotFound', 'no file'), 'error: no file'],
  ['a bad command line', new CommanderError(1, 'x', 'error: unknown\n(Did you mean y?)'), 'error: unknown (Did you mean y?)'],
  ['several errors', new AggregateError([missing('a'), new UserError('b')]), 'Error from server (NotFound): pods "a" not found\nerror: b'],
  ['what is not an error', 'text', 'error: text'],
]; // prettier-ignore
it.each(rows)('%s', (_name, error, text) => expect(errorText(error)).toBe(text));

it('a bug shows its stack', () => expect(errorText(new TypeError('x'))).toMatch(/^error: TypeError: x\n {4}at /));

it('a bug without a stack shows its message', () => {
  const error = new Error('x');
  delete error.stack;
  expect(errorText(error)).toBe('error: x');
});
