import type { ApiClient, RequestOptions } from '../api/client';
import { ApiFailure } from '../api/failure';
import type { Resource } from '../api/resource';
import { deleteAll } from './delete-all';

const resource = { group: '', version: 'v1', resource: 'pods' } as Resource;
const target = (name: string) => ({ resource, namespace: 'a', name, uid: `uid-${name}` });

/** Refuses `held`, and does not know `gone`. */
const server = () => {
  const sent: { path: string; body: unknown }[] = [];
  const json = async (path: string, { body, method }: RequestOptions = {}): Promise<never> => {
    sent.push({ path: `${method} ${path}`, body });
    if (path.endsWith('held')) throw new ApiFailure(409, 'the uid differs');
    if (path.endsWith('gone')) throw new ApiFailure(404, 'not found');
    return {} as never;
  };
  return { sent, client: { json } as Pick<ApiClient, 'json'> };
};

describe('deletion of several objects', () => {
  test('each by its uid; what fails is reported, what is gone already is not', async () => {
    const { client, sent } = server();
    const seen: number[] = [];
    const targets = ['one', 'held', 'gone', 'two', 'three', 'four'].map(target);
    const progress = await deleteAll(client, targets, 'Foreground', new AbortController().signal, ({ deleted }) =>
      seen.push(deleted),
    );
    expect(progress).toEqual({ deleted: 5, failures: [{ target: target('held'), message: 'the uid differs' }] });
    expect(seen).toHaveLength(6);
    expect(sent[0]).toEqual({
      path: 'DELETE /api/v1/namespaces/a/pods/one',
      body: {
        ...{ apiVersion: 'v1', kind: 'DeleteOptions', propagationPolicy: 'Foreground' },
        preconditions: { uid: 'uid-one' },
      },
    });
  });

  test('nothing is sent after it was stopped', async () => {
    const { client, sent } = server();
    const stop = new AbortController();
    const targets = Array.from({ length: 100 }, (_, index) => target(`p${index}`));
    const progress = await deleteAll(client, targets, 'Background', stop.signal, ({ deleted }) => {
      if (deleted === 8) stop.abort();
    });
    expect(progress.deleted).toBe(sent.length);
    expect(sent.length).toBeLessThan(16);
  });
});
