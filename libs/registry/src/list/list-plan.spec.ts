import { encodeContinueToken } from '@orch/apimachinery';
import { planList, type ListParameters } from './list-plan.js';

const RESOURCE = 'configmaps';
const token = encodeContinueToken({ revision: 5, key: 'default/a', resource: RESOURCE });
const plan = (parameters: Partial<ListParameters>) => planList({ limit: 1, ...parameters }, RESOURCE, 'meta.orch.io');

describe('a list with a continue token and a version', () => {
  it.each(['5', 'abc', '00'])('is refused because of the version %s, valid or not', (resourceVersion) => {
    const message = 'specifying resource version is not allowed when using continue';
    expect(() => plan({ continue: token, resourceVersion })).toThrow(message);
  });

  it.each([undefined, '', '0'])('continues with the version %p', (resourceVersion) => {
    expect(plan({ continue: token, resourceVersion })).toMatchObject({ state: 'continue', revision: 5 });
  });

  it.each(['5', 'abc'])('is refused because of the token first, with the version %s', (resourceVersion) => {
    expect(() => plan({ continue: 'x', resourceVersion })).toThrow('invalid continue token');
  });
});
