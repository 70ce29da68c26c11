import type { Resource } from '../../api/resource';
import { requestToken } from './request-token';

const resource = { group: '', version: 'v1', resource: 'serviceaccounts' } as Resource;
const account = { resource, namespace: 'default', name: 'robot' };

describe('requestToken', () => {
  test.each([
    ['', undefined],
    ['vault, https://api.example  other', ['vault', 'https://api.example', 'other']],
  ])('with the audiences "%s"', async (audiences, expected) => {
    const json = jest.fn().mockResolvedValue({ status: { token: 'abc', expirationTimestamp: '2026-01-01T00:00:00Z' } });
    const issued = await requestToken({ json }, account, { apiVersion: 'authentication/v1', seconds: 600, audiences });
    expect(issued).toEqual({ token: 'abc', expires: '2026-01-01T00:00:00Z' });
    expect(json).toHaveBeenCalledWith('/api/v1/namespaces/default/serviceaccounts/robot/token', {
      method: 'POST',
      body: {
        apiVersion: 'authentication/v1',
        kind: 'TokenRequest',
        spec: { expirationSeconds: 600, ...(expected && { audiences: expected }) },
      },
    });
  });
});
