import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { query, ResourceServer } from '../../support/resource-fixtures.js';

/** Many in one vocabulary only; large ones in the other. */
const PODS = { orch: 10_000, kubernetes: 1_000 };
const PADDING_BYTES = 10_000_000;

// "19. Limits". Compaction: history-window.e2e-spec.ts. Defaults: default-limits.spec.ts. Load:
// overload.e2e-spec.ts and flow-control.server.spec.ts.
describe.each(VOCABULARY_NAMES)('limits in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let maps: string;

  beforeAll(async () => {
    server = await ResourceServer.start({
      vocabulary,
      flags: ['--max-requests-inflight=1'],
    });
    maps = server.paths.configMaps;
  });
  afterAll(() => server?.stop());

  it('B-315 answers NotOlderThan with a limit from what it has', async () => {
    const path = maps + query({ limit: '1', resourceVersion: '1', resourceVersionMatch: 'NotOlderThan' });
    expect([200, 410]).toContain((await server.get(path)).code);
  });

  it(`B-332 B-333 B-350 serves ${PODS[vocabulary]} pods, more than 10 MB, at once, and the same in chunks`, async () => {
    const count = PODS[vocabulary];
    const padding = 'x'.repeat(PADDING_BYTES / count);
    const make = (n: number) =>
      server.create(server.paths.pods, {
        metadata: { name: `pod-${n}`, annotations: { padding } },
        spec: { containers: [{ name: 'c', image: 'example.com/c:1' }] },
      });
    for (let at = 0; at < count; at += 100) await Promise.all(Array.from({ length: 100 }, (_, n) => make(at + n)));
    const whole = await server.get('/api/v1/pods');
    expect(whole.body.items).toHaveLength(count);
    expect(whole.text.length).toBeGreaterThan(10_000_000);
    const names: string[] = [];
    let token = '';
    do {
      const page = (await server.get(`/api/v1/pods${query({ limit: String(count * 0.3), continue: token })}`)).body;
      expect(page.items.length).toBeLessThanOrEqual(count * 0.3);
      names.push(...page.items.map(({ metadata }) => metadata.name));
      token = page.metadata.continue ?? '';
    } while (token !== '');
    expect(names).toEqual(whole.body.items.map(({ metadata }) => metadata.name));
  }, 240_000);

  it('B-347 B-348 bounds the modes of volume files, and fills them', async () => {
    const pod = (name: string, defaultMode?: number) =>
      server.post(server.paths.pods, {
        metadata: { name },
        spec: {
          containers: [{ name: 'c', image: 'i:1' }],
          volumes: [{ name: 'v', configMap: { name: 'm', ...(defaultMode === undefined ? {} : { defaultMode }) } }],
        },
      });
    for (const mode of [512, -1]) expect(await pod('bad', mode)).toMatchObject({ code: 422 });
    for (const mode of [0, 511]) expect((await pod(`mode-${mode}`, mode)).code).toBe(201);
    const [volume] = (await pod('unset')).body.spec['volumes'] as { configMap: object }[];
    expect(volume!.configMap).toEqual({ name: 'm', defaultMode: 420 });
  });

  it('D-217 D-213 takes bodies of 3 MiB and no more', async () => {
    const answer = await server.post(maps, Buffer.alloc(3_145_729, 0x20));
    expect(answer).toMatchObject({ code: 413, body: { reason: 'RequestEntityTooLarge' } });
    expect(answer.body.message).toContain('limit is 3145728');
    expect((await server.post(maps, Buffer.alloc(3_145_728, 0x20))).code).toBe(400);
  });

  it('D-221 takes a shorter time limit, and refuses one that is not a time', async () => {
    expect((await server.get(`${maps}?timeout=10s`)).code).toBe(200);
    expect(await server.get(`${maps}?timeout=soon`)).toMatchObject({ code: 400, body: { reason: 'BadRequest' } });
  });

  it('D-222 D-223 never holds up administrators, and counts no watch', async () => {
    const watches = await Promise.all(
      Array.from({ length: 20 }, () => server.watch(`${server.paths.secrets}?watch=true`)),
    );
    expect(watches.map(({ code }) => code)).toEqual(Array.from({ length: 20 }, () => 200));
    const reads = await Promise.all(Array.from({ length: 20 }, () => server.get(maps)));
    expect(new Set(reads.map(({ code }) => code))).toEqual(new Set([200]));
    expect((await server.get('/version', { as: 'anonymous' })).code).toBe(200);
    for (const watch of watches) watch.close();
  });

  it('D-227 counts what it does', async () => {
    const { text } = await server.get('/metrics');
    for (const name of [
      'apiserver_request_total',
      'apiserver_request_duration_seconds',
      'apiserver_response_sizes',
      'apiserver_current_inflight_requests',
      'apiserver_longrunning_requests',
    ])
      expect(text).toContain(`# TYPE ${name} `);
    expect(text).toMatch(
      /^apiserver_request_total\{(?=.*verb=)(?=.*resource="pods")(?=.*code="201")(?=.*scope=).*\} \d+$/m,
    );
    expect(text).toMatch(/^apiserver_response_sizes_sum\{verb="LIST",.*resource="configmaps".*\} [1-9]\d*$/m);
  });
});
