import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestServer } from '@orch/server-testing';
import { AuditedServer } from './audit-server.fixture.js';

const QUIET = { omitStages: ['RequestReceived', 'ResponseStarted'] };
const A = '/api/v1/namespaces/a';
const B = '/api/v1/namespaces/b';
const LEASES = '/apis/coordination.orch.io/v1/namespaces/a/leases';

interface Case {
  readonly title: string;
  /** Filters of the one rule about the user of the case. */
  readonly filters: object;
  readonly recorded: readonly string[];
  readonly others: readonly string[];
}

const CASES: readonly Case[] = [
  {
    title: 'verbs',
    filters: { verbs: ['get', 'create'] },
    recorded: [`GET ${A}/pods/x`, `POST ${A}/pods`, 'GET /version'],
    others: [`GET ${A}/pods`, `DELETE ${A}/pods/x`, `PUT ${A}/pods/x`, 'POST /version'],
  },
  {
    title: 'a resource',
    filters: { resources: [{ group: '', resources: ['pods'] }] },
    recorded: [`GET ${A}/pods/x`, 'GET /api/v1/pods'],
    others: [`GET ${A}/pods/x/status`, `GET ${A}/secrets`, 'GET /apis/metrics.example.com/v1/pods', 'GET /version'],
  },
  {
    title: 'a group',
    filters: { resources: [{ group: 'coordination.orch.io' }] },
    recorded: [`GET ${LEASES}`, `GET ${LEASES}/x`],
    others: [`GET ${A}/pods`],
  },
  {
    title: 'one of several resources',
    filters: { resources: [{ resources: ['secrets', 'pods/*'] }, { group: 'coordination.orch.io', resources: ['leases'] }] },
    recorded: [`GET ${A}/secrets`, `GET ${A}/pods/x/log`, `GET ${LEASES}`],
    others: [`GET ${A}/pods/x`, `GET ${A}/configmaps`],
  },
  {
    title: 'names of resources',
    filters: { resources: [{ resources: ['pods'], resourceNames: ['x', 'y'] }] },
    recorded: [`GET ${A}/pods/x`, `GET ${B}/pods/y`],
    others: [`GET ${A}/pods/z`, `GET ${A}/pods`],
  },
  {
    title: 'namespaces',
    filters: { namespaces: ['a', ''] },
    recorded: [`GET ${A}/pods`, 'GET /api/v1/nodes'],
    others: [`GET ${B}/pods`, 'GET /version'],
  },
  {
    title: 'paths',
    filters: { nonResourceURLs: ['/version', '/livez*'] },
    recorded: ['GET /version', 'GET /livez', 'GET /livez/ping'],
    others: ['GET /version/x', 'GET /readyz', `GET ${A}/pods`],
  },
  {
    title: 'all filters together',
    filters: { verbs: ['get'], namespaces: ['a'], resources: [{ resources: ['pods'], resourceNames: ['x'] }] },
    recorded: [`GET ${A}/pods/x`],
    others: [`DELETE ${A}/pods/x`, `GET ${B}/pods/x`, `GET ${A}/secrets/x`, `GET ${A}/pods/y`],
  },
]; // prettier-ignore

describe('rules of an audit policy', () => {
  let directory: string;
  let tokenAuthFile: string;
  const users = [...CASES.map((_case, i) => `user-${i}`), 'ann', 'bob', 'eve'];

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'orch-audit-rules-'));
    tokenAuthFile = join(directory, 'tokens.csv');
    const groupsOf: Readonly<Record<string, string>> = { bob: 'crew,other', eve: 'others' };
    await writeFile(tokenAuthFile, users.map((name) => `${name},${name},,"${groupsOf[name] ?? ''}"\n`).join(''));
  });
  afterAll(async () => {
    await TestServer.closeAll();
    await rm(directory, { recursive: true });
  });

  const start = (rules: readonly object[]) => AuditedServer.start({ rules, ...QUIET }, { tokenAuthFile });
  /** What they may not do is recorded as what they may. */
  const send = ({ server }: AuditedServer, token: string, request: string) => {
    const [method = '', path = ''] = request.split(' ');
    return server.call(path, { method, token });
  };
  const METHODS: Readonly<Record<string, string>> = { create: 'POST', post: 'POST', delete: 'DELETE', update: 'PUT' };

  it('D-191 are tried in order, and the first that matches sets the level; without a match nothing is recorded', async () => {
    const pods = { level: 'Request', resources: [{ resources: ['pods'] }] };
    const ann = { level: 'Metadata', users: ['ann'] };
    const none = { level: 'None', resources: [{ resources: ['secrets'] }] };
    const levels = async (rules: readonly object[]) => {
      const audited = await start(rules);
      for (const path of [`${A}/pods`, `${A}/secrets`, `${A}/configmaps`]) await send(audited, 'ann', `GET ${path}`);
      for (const path of [`${A}/pods`, `${A}/configmaps`]) await send(audited, 'eve', `GET ${path}`);
      return (await audited.stop()).map(({ level, user, objectRef }) => `${user.username} ${objectRef!.resource}: ${level}`);
    };
    expect(await levels([none, pods, ann])).toEqual(['ann pods: Request', 'ann configmaps: Metadata', 'eve pods: Request']);
    expect(await levels([ann, pods, none])).toEqual(['ann pods: Metadata', 'ann secrets: Metadata', 'ann configmaps: Metadata', 'eve pods: Request']);
  }); // prettier-ignore

  it('D-192 users and groups of users select those who ask', async () => {
    const audited = await start([
      { level: 'Metadata', users: ['ann', 'none'] },
      { level: 'Request', userGroups: ['crew', 'none'] },
    ]);
    for (const name of ['ann', 'bob', 'eve']) await send(audited, name, `GET ${A}/pods`);
    const events = await audited.stop();
    expect(events.map(({ user, level }) => `${user.username}: ${level}`)).toEqual(['ann: Metadata', 'bob: Request']);
  });

  it('D-192 each filter selects requests, and all of a rule must match', async () => {
    const audited = await start(CASES.map(({ filters }, i) => ({ level: 'Metadata', users: [`user-${i}`], ...filters })));
    for (const [i, { recorded, others }] of CASES.entries())
      for (const request of [...others, ...recorded]) await send(audited, `user-${i}`, request);
    const events = await audited.stop();
    const seen = CASES.map(({ title }, i) => [
      title,
      events
        .filter(({ user }) => user.username === `user-${i}`)
        .map(({ verb, requestURI }) => `${METHODS[verb] ?? 'GET'} ${requestURI}`),
    ]);
    expect(seen).toEqual(CASES.map(({ title, recorded }) => [title, recorded]));
  }); // prettier-ignore
});
