import { runInNewContext } from 'node:vm';
import { errorMessage } from './error-message.js';

describe('errorMessage', () => {
  it.each<[string, unknown, string]>([
    ['the message of an error', new TypeError('broken'), 'broken'],
    ['the message of an error of another realm', runInNewContext("new Error('elsewhere')"), 'elsewhere'],
    ['a thrown text', 'broken', 'broken'],
    ['the text of another value', undefined, 'undefined'],
  ])('gives %s', (_what, thrown, message) => {
    expect(errorMessage(thrown)).toBe(message);
  });
});
