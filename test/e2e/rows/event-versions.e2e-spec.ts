import { VOCABULARY_NAMES } from '@orch/vocabulary';
import { freshNamespace } from '../../support/fresh-namespace.js';
import { causes, ResourceServer } from '../../support/resource-fixtures.js';

describe.each(VOCABULARY_NAMES)('versions of events in the %s vocabulary', (vocabulary) => {
  let server: ResourceServer;
  let namespace: string;
  let core: string;
  let newer: string;
  let beta: string;

  beforeAll(async () => {
    server = await ResourceServer.start({ vocabulary, flags: ['--emulated-version=1.24'] });
  });
  afterAll(() => server?.stop());
  beforeEach(async () => {
    core = (await freshNamespace(server)).events;
    namespace = core.split('/').at(-2)!;
    const inGroup = (version: string) => core.replace('/api/v1', `/apis/${server.vocabulary.groups.events}/${version}`);
    [newer, beta] = [inGroup('v1'), inGroup('v1beta1')];
  });

  const time = '2024-01-01T00:00:00.000001Z';
  const event = () => ({
    metadata: { name: 'e' },
    eventTime: time,
    reportingController: 'example.com/c',
    reportingInstance: 'i',
    action: 'Run',
    reason: 'Ran',
    type: 'Normal',
    regarding: { kind: 'Pod', name: 'p', namespace },
    note: 'it ran',
  });
  const older = () => ({
    metadata: { name: 'old' },
    involvedObject: { kind: 'Pod', name: 'p', namespace },
    message: 'm',
    source: { component: 'c', host: 'h' },
    firstTimestamp: '2024-01-01T00:00:00Z',
    lastTimestamp: '2024-01-01T00:01:00Z',
    count: 3,
  });

  it('B-421 B-424 B-426 B-428 D-241 a core event shows in v1 under its newer names', async () => {
    const made = await server.create(core, older());
    const { body } = await server.get(`${newer}/old`);
    expect(body).toMatchObject({
      metadata: { uid: made.metadata.uid },
      regarding: { kind: 'Pod', name: 'p', namespace },
      note: 'm',
      deprecatedSource: { component: 'c', host: 'h' },
      deprecatedFirstTimestamp: '2024-01-01T00:00:00Z',
      deprecatedLastTimestamp: '2024-01-01T00:01:00Z',
      deprecatedCount: 3,
    });
    for (const field of ['involvedObject', 'message', 'source', 'firstTimestamp', 'lastTimestamp', 'count'])
      expect(body).not.toHaveProperty(field);
  });

  it('B-429 B-430 an event of v1 shows in core under its older names', async () => {
    await server.create(newer, event());
    expect((await server.get(`${core}/e`)).body).toMatchObject({
      involvedObject: { name: 'p' },
      message: 'it ran',
      reportingComponent: 'example.com/c',
      reportingInstance: 'i',
      eventTime: time,
    });
  });

  // Errors name the fields of core, as in kube-apiserver.
  const refused: [row: string, change: object, cause: string][] = [
    ['B-420', { type: 'Error' }, 'type FieldValueInvalid'],
    ['B-423', { eventTime: undefined }, 'eventTime FieldValueRequired'],
    ['B-431', { deprecatedCount: 1 }, 'count FieldValueInvalid'],
  ];
  it.each(refused)('%s %j is refused in v1', async (_row, change, cause) => {
    const answer = await server.post(newer, { ...event(), ...change });
    expect([answer.code, causes(answer)]).toEqual([422, [cause]]);
  });

  it('B-422 v1 says who reports what, and why', async () => {
    // An empty name of a controller is not a qualified name either: no name part, and of other characters.
    const notQualified = Array<string>(2).fill('reportingController FieldValueInvalid');
    for (const field of ['action', 'reason', 'reportingController', 'reportingInstance']) {
      const answer = await server.post(newer, { ...event(), [field]: undefined });
      const more = field === 'reportingController' ? notQualified : [];
      expect([answer.code, causes(answer)]).toEqual([422, [`${field} FieldValueRequired`, ...more]]);
    }
  });

  it('D-242 texts of an event are short, and a series is more than one', async () => {
    const rows: [field: string, limit: number, named?: string][] = [
      ['reason', 128],
      ['action', 128],
      ['reportingInstance', 128],
      ['note', 1_024, 'message'],
    ];
    for (const [field, limit, named = field] of rows) {
      const answer = await server.post(newer, { ...event(), [field]: 'x'.repeat(limit + 1) });
      expect([answer.code, causes(answer)]).toEqual([422, [`${named} FieldValueInvalid`]]);
      const fits = { ...event(), metadata: { generateName: 'fits-' }, [field]: 'x'.repeat(limit) };
      expect((await server.post(newer, fits)).code).toBe(201);
    }
    const series = (count: number) => ({ ...event(), series: { count, lastObservedTime: time } });
    const once = await server.post(newer, series(1));
    expect([once.code, causes(once)]).toEqual([422, ['series.count FieldValueInvalid']]);
    expect((await server.post(newer, series(2))).code).toBe(201);
  });

  it('B-425 B-427 the series grows, nothing else does', async () => {
    await server.create(newer, event());
    const series = { count: 2, lastObservedTime: '2024-01-01T00:02:00.000000Z' };
    expect((await server.merge(`${newer}/e`, { series })).body['series']).toEqual(series);
    expect((await server.get(`${core}/e`)).body['series']).toEqual(series);
    expect(causes(await server.merge(`${newer}/e`, { note: 'other' }))).toEqual(['message FieldValueInvalid']);
  });

  it('B-418 v1beta1 is served up to 1.24', async () => {
    await server.create(beta, { metadata: { name: 'b' }, regarding: { namespace }, note: 'n', deprecatedCount: 4 });
    expect((await server.get(`${core}/b`)).body).toMatchObject({ message: 'n', count: 4 });
    const later = await ResourceServer.start({ vocabulary, flags: ['--emulated-version=1.25'] });
    try {
      expect((await later.get(beta)).code).toBe(404);
      expect((await later.get(newer)).code).toBe(200);
    } finally {
      await later.stop();
    }
  });

  it('B-419 v1 reads what older versions wrote', async () => {
    const early = await ResourceServer.start({ vocabulary, flags: ['--emulated-version=1.21'], namespace });
    try {
      await early.create(beta, { ...event(), metadata: { name: 'b' } });
      expect((await early.get(`${newer}/b`)).body).toMatchObject({ note: 'it ran', eventTime: time });
    } finally {
      await early.stop();
    }
  });
});
