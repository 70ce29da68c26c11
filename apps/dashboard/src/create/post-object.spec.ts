import type { ApiObject } from '../api/object';
import type { Resource } from '../api/resource';
import { postObject } from './post-object';

const widgets = { group: 'g', version: 'v1', resource: 'widgets', namespaced: true } as Resource;
const pathFor = async (object: object, namespace: string, isDryRun: boolean, resource = widgets): Promise<string> => {
  const json = jest.fn().mockResolvedValue({});
  await postObject({ json }, resource, namespace, object as ApiObject, isDryRun);
  expect(json).toHaveBeenCalledWith(expect.any(String), { method: 'POST', body: object });
  return json.mock.calls[0][0] as string;
};

const QUERY = '?fieldManager=dashboard&fieldValidation=Strict';

describe('postObject', () => {
  test('into the namespace that the object names, otherwise into the chosen one', async () => {
    expect(await pathFor({ metadata: { namespace: 'a' } }, 'b', false)).toBe(`/apis/g/v1/namespaces/a/widgets${QUERY}`);
    expect(await pathFor({ metadata: {} }, 'b', false)).toBe(`/apis/g/v1/namespaces/b/widgets${QUERY}`);
    expect(await pathFor({}, 'b', true)).toBe(`/apis/g/v1/namespaces/b/widgets${QUERY}&dryRun=All`);
  });

  test('kinds without namespaces', async () => {
    expect(await pathFor({ metadata: {} }, '', false, { ...widgets, namespaced: false })).toBe(
      `/apis/g/v1/widgets${QUERY}`,
    );
  });

  test('without any namespace it says what to do', async () => {
    await expect(pathFor({ metadata: {} }, '', true)).rejects.toThrow('name the namespace it goes into');
  });
});
