import type { ApiClient } from '../api/client';
import { ApiFailure } from '../api/failure';
import type { Resource } from '../api/resource';
import { scanKinds, type ScanProgress } from './scan-kinds';

const kind = (resource: string, namespaced = true): Resource =>
  ({ group: '', version: 'v1', resource, kind: resource, namespaced }) as Resource;

/** Answers lists of `number` objects in pages; `refused` cannot be read. */
const serverWith = (number: number): Pick<ApiClient, 'json'> & { readonly paths: string[] } => {
  const paths: string[] = [];
  return {
    paths,
    json: async <T>(path: string): Promise<T> => {
      paths.push(path);
      if (path.includes('refused')) throw new ApiFailure(403, 'no');
      const query = new URL(path, 'https://server').searchParams;
      const begin = Number(query.get('continue') ?? 0);
      const end = Math.min(number, begin + Number(query.get('limit')));
      const items = Array.from({ length: end - begin }, (_, n) => ({ metadata: { name: `o${begin + n}` } }));
      return { items, metadata: end < number ? { continue: String(end) } : {} } as T;
    },
  };
};

const scanned = async (
  client: Pick<ApiClient, 'json'>,
  resources: readonly Resource[],
): Promise<ScanProgress<string> | undefined> => {
  let last: ScanProgress<string> | undefined;
  const scan = {
    acceptOf: () => 'application/json',
    look: (_: Resource, { metadata }: { metadata: { name: string } }) =>
      metadata.name.endsWith('7') ? metadata.name : undefined,
  };
  await scanKinds(client, resources, 'a', scan, new AbortController().signal, (progress) => (last = progress));
  return last;
};

describe('scan of kinds', () => {
  test('reads every page, in the namespace where the kind has one', async () => {
    const server = serverWith(1_200);
    const progress = await scanned(server, [kind('things'), kind('wholes', false)]);
    expect(progress).toMatchObject({ kindsDone: 2, kinds: 2, partial: [], unread: [] });
    expect(progress?.found).toHaveLength(240);
    expect(server.paths.filter((path) => path.startsWith('/api/v1/namespaces/a/things?'))).toHaveLength(3);
    expect(server.paths.filter((path) => path.startsWith('/api/v1/wholes?'))).toHaveLength(3);
  });

  test('says which kinds were too many, and which could not be read', async () => {
    const progress = await scanned(serverWith(6_000), [kind('many'), kind('refused')]);
    expect(progress?.partial.map(({ resource }) => resource)).toEqual(['many']);
    expect(progress?.unread.map(({ resource }) => resource)).toEqual(['refused']);
    expect(progress?.found).toHaveLength(500);
  });
});
