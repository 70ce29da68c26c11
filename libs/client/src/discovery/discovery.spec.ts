import { ApiError, FakeClock } from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import { Discovery } from './discovery.js';

const widget = { group: 'example.com', version: 'v1', kind: 'Widget' };

function setup(answers: (readonly object[] | ApiError)[]) {
  const clock = new FakeClock();
  const paths: string[] = [];
  const transport = {
    json: <R>({ path }: { path: string }): Promise<R> => {
      paths.push(path);
      const answer = answers.shift()!;
      return answer instanceof ApiError ? Promise.reject(answer) : Promise.resolve({ resources: answer } as R);
    },
  };
  return { clock, paths, discovery: new Discovery(transport, clock, vocabularies.orch) };
}

describe('Discovery.mapping', () => {
  const served = [{ name: 'widgets', kind: 'Widget', namespaced: true, verbs: [] }];

  it('asks once, also for many at the same time', async () => {
    const { discovery, paths } = setup([served]);
    const [first] = await Promise.all([discovery.mapping(widget), discovery.mapping(widget)]);
    expect(await discovery.mapping(widget)).toEqual({ ...widget, resource: 'widgets', namespaced: true });
    expect(first).toMatchObject({ resource: 'widgets' });
    expect(paths).toEqual(['/apis/example.com/v1']);
  });

  it('asks again for a kind that is missing, at most every 10 s', async () => {
    const { discovery, clock, paths } = setup([ApiError.noSuchResource(), served]);
    await expect(discovery.mapping(widget)).rejects.toMatchObject({
      reason: 'NotFound',
      message: 'the server serves no kind "Widget" in version "example.com/v1"',
    });
    clock.advance(9_999);
    await expect(discovery.mapping(widget)).rejects.toMatchObject({ reason: 'NotFound' });
    expect(paths).toHaveLength(1);
    clock.advance(1);
    expect(await discovery.mapping(widget)).toMatchObject({ resource: 'widgets' });
  });

  it('fresh bypasses the cache and updates it', async () => {
    const { discovery, paths } = setup([[], served]);
    expect(await discovery.resources(widget)).toEqual([]);
    expect(await discovery.resources(widget)).toEqual([]);
    expect(await discovery.resources(widget, { fresh: true })).toEqual(served);
    expect(await discovery.mapping(widget)).toMatchObject({ resource: 'widgets' });
    expect(paths).toHaveLength(2);
  });

  it('does not remember a failure', async () => {
    const { discovery } = setup([ApiError.serviceUnavailable('later', 1), served]);
    await expect(discovery.mapping(widget)).rejects.toMatchObject({ reason: 'ServiceUnavailable' });
    expect(await discovery.mapping(widget)).toMatchObject({ resource: 'widgets' });
  });
});

describe('Discovery.resources', () => {
  it('asks for at most 4 MiB of one group version, and refuses more than 10,000 resources', async () => {
    const requests: object[] = [];
    const transport = {
      json: <R>(request: object): Promise<R> => {
        requests.push(request);
        const resources = Array.from({ length: 10_001 }, (_, at) => ({ name: `r${at}` }));
        return Promise.resolve({ resources } as R);
      },
    };
    const discovery = new Discovery(transport, new FakeClock(), vocabularies.orch);
    await expect(discovery.resources(widget)).rejects.toMatchObject({ code: 'Protocol' });
    expect(requests).toEqual([expect.objectContaining({ maxAnswerBytes: 4_194_304, listName: 'resources' })]);
  });

  it('keeps the resources of 4,096 group versions, and asks for none that is too long to be served', async () => {
    const { discovery, paths } = setup(Array.from({ length: 5_000 }, () => []));
    const of = (at: number) => ({ group: `g${at}.example.com`, version: 'v1' });
    for (let at = 0; at < 4_097; at++) await discovery.resources(of(at));
    await discovery.resources(of(4_096));
    await discovery.resources(of(1));
    expect(paths).toHaveLength(4_097);
    await discovery.resources(of(0));
    expect(paths).toHaveLength(4_098);
    expect(await discovery.resources({ group: 'g'.repeat(400), version: 'v1' })).toEqual([]);
    expect(paths).toHaveLength(4_098);
  });
});

describe('Discovery.find', () => {
  const list = (...names: string[]) => ({ resources: names.map((name) => ({ name, verbs: ['list'] })) });
  const version = (name: string) => ({ version: name, groupVersion: `example.com/${name}` });
  const documents: Record<string, object> = {
    '/api': { versions: ['v1'] },
    '/api/v1': list('pods', 'pods/status'),
    '/apis': {
      groups: [{ name: 'example.com', versions: [version('v1'), version('v2')], preferredVersion: version('v2') }],
    },
    '/apis/example.com/v1': list('widgets', 'olds'),
    '/apis/example.com/v2': list('widgets'),
  };
  const json = <R>({ path }: { path: string }): Promise<R> =>
    documents[path] ? Promise.resolve(documents[path] as R) : Promise.reject(ApiError.noSuchResource());
  const discovery = new Discovery({ json }, new FakeClock(), vocabularies.orch);

  const rows: [group: string, resource: string, version: string | undefined, found: string | undefined][] = [
    ['', 'pods', undefined, 'v1'],
    ['', 'pods/status', undefined, undefined],
    ['example.com', 'widgets', undefined, 'v2'],
    ['example.com', 'widgets', 'v1', 'v1'],
    ['example.com', 'olds', undefined, 'v1'],
    ['example.com', 'olds', 'v2', undefined],
    ['example.com', 'olds', 'v3', undefined],
    ['other.com', 'widgets', undefined, undefined],
  ];
  it.each(rows)('%s %s in version %s: %s', async (group, resource, sought, found) =>
    expect(await discovery.find({ group, resource, version: sought })).toEqual(
      found === undefined ? undefined : { group, resource, version: found, verbs: ['list'] },
    ),
  );
});
