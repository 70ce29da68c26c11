import { NO_OPINION, type Authorizer, type Decision, type Requester, type RequestInfo } from '@orch/http';
import { authorizeUnion } from './authorize-union.js';
import { requireAllowed } from './require-allowed.js';

const request = { user: { username: 'ann', groups: [] } } as unknown as Requester;
const info = { verb: 'get', isResource: true, resource: 'pods', group: '', name: 'p' } as RequestInfo;
const says = (decision: Decision): Authorizer => ({ decide: () => decision });
const busy = says({ allowed: false, reason: '', error: 'not asked', isBusy: true });

describe('a request while an authorizer is busy', () => {
  it('gets TooManyRequests, not Forbidden', () => {
    expect(() => requireAllowed(authorizeUnion([busy, says(NO_OPINION)]), request, info)).toThrow(
      expect.objectContaining({ code: 429 }),
    );
  });

  it('is served if another authorizer allows it', () => {
    const allows = says({ allowed: true, reason: '' });
    expect(() => requireAllowed(authorizeUnion([busy, allows]), request, info)).not.toThrow();
  });
});
