import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect as connectHttp2, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http2';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RawAttribute, requestWithSubject, OpensslAuthority, type Pair } from '@orch/testing';
import { sendRaw, TestServer } from '@orch/server-testing';

/** Readable by administrators only. */
const SECRETS = '/api/v1/namespaces/orch-system/secrets';
const MASTERS = 'Group: system:masters';
const ROOT = 'Authorization: Bearer root-token';
const JANE = 'Authorization: Bearer jane-token';

const fillers = (count: number): string[] => Array.from({ length: count }, (_, i) => `a${i}:`);

/** The credentials of an attack. */
type From =
  | 'no credential'
  | 'client'
  | 'proxy'
  | 'proxy client'
  | 'foreign certificate'
  | 'expired proxy'
  | 'server of a proxy'
  | 'namesake';

/** Impersonation attempts. None may be answered as for an administrator; the code is the expected one. */
const attacks: Array<[name: string, from: From, headers: string[], code: number, path?: string]> = [
  // Headers of a proxy without its certificate.
  ['a proxy\'s header', 'no credential', ['X-Remote-User: root', `X-Remote-${MASTERS}`], 403],
  ['in lower case', 'no credential', ['x-remote-user: root', `x-remote-${MASTERS.toLowerCase()}`], 403],
  ['in upper case', 'no credential', ['X-REMOTE-USER: root', 'X-REMOTE-GROUP: system:masters'], 403],
  ['with underscores', 'no credential', ['X_Remote_User: root', 'X_Remote_Group: system:masters'], 403],
  ['percent-encoded', 'no credential', ['X%2DRemote%2DUser: root', 'X%2DRemote%2DGroup: system:masters'], 403],
  ['in addition to a token of its own', 'no credential', [JANE, 'X-Remote-User: root', `X-Remote-${MASTERS}`], 403],
  ['in addition to a bad token', 'no credential', ['Authorization: Bearer bad', 'X-Remote-User: root'], 401],
  ['folded into another header', 'no credential', ['X-A: 1\r\n X-Remote-User: root'], 400],
  ['after a bare line feed', 'no credential', ['X-A: 1\nX-Remote-User: root\nX-Remote-Group: system:masters'], 400],
  ['after a bare carriage return', 'no credential', ['X-A: 1\rX-Remote-User: root'], 400],
  ['with a space before the colon', 'no credential', ['X-Remote-User : root', 'X-Remote-Group : system:masters'], 400],
  ['with a NUL in it', 'no credential', ['X-Remote-User: root\0'], 400],
  ['in forwarded headers', 'no credential', ['Forwarded: for=127.0.0.1;by=front', 'X-Forwarded-User: root', 'X-Forwarded-Client-Cert: Subject="CN=front"'], 403],
  ['with the certificate in a header', 'no credential', ['X-Client-Cert: front', 'X-SSL-Client-Verify: SUCCESS', 'X-SSL-Client-S-DN: O=system:masters,CN=root'], 403],
  // Headers of a proxy with another certificate.
  ['with a certificate of clients', 'client', ['X-Remote-User: root', `X-Remote-${MASTERS}`], 403],
  ['with a certificate of an unknown authority', 'foreign certificate', ['X-Remote-User: root', `X-Remote-${MASTERS}`], 401],
  ['with one of an authority of the same name', 'namesake', ['X-Remote-User: root', `X-Remote-${MASTERS}`], 401],
  ['with one of the proxy\'s that is over', 'expired proxy', ['X-Remote-User: root', `X-Remote-${MASTERS}`], 401],
  ['with one of the proxy\'s authority for servers', 'server of a proxy', ['X-Remote-User: root', `X-Remote-${MASTERS}`], 401],
  ['with one of the proxy\'s authority and another name', 'proxy client', ['X-Remote-User: root', `X-Remote-${MASTERS}`], 401],
  ['with the group of administrators in the certificate of a mole', 'proxy client', [], 401],
  // A client behind the real proxy, which forwards headers it should not.
  ['the client\'s header first, the proxy\'s last', 'proxy', ['X-Remote-User: root', 'X-Remote-User: ann'], 401],
  ['the proxy\'s header first, the client\'s last', 'proxy', ['X-Remote-User: ann', 'x-remote-user: root'], 401],
  ['a second uid', 'proxy', ['X-Remote-User: ann', 'X-Remote-Uid: 1', 'X-Remote-Uid: 0'], 401],
  ['a name in bytes that are not UTF-8', 'proxy', ['X-Remote-User: r\xf6ot'], 401],
  ['a name in overlong UTF-8', 'proxy', ['X-Remote-User: \xc1\xb2oot'], 401],
  ['a group of administrators in one value with another', 'proxy', ['X-Remote-User: ann', 'X-Remote-Group: dev,system:masters'], 403],
  ['a group of administrators with a space inside', 'proxy', ['X-Remote-User: ann', 'X-Remote-Group: system:masters\t x'], 403],
  ['a group of administrators in other case', 'proxy', ['X-Remote-User: ann', 'X-Remote-Group: System:Masters'], 403],
  ['a group of administrators as an extra attribute', 'proxy', ['X-Remote-User: ann', 'X-Remote-Extra-Groups: system:masters'], 403],
  ['a group of administrators as an extra attribute of a strange name', 'proxy', ['X-Remote-User: ann', 'X-Remote-Extra-__proto__: system:masters', 'X-Remote-Extra-%0d%0aX-Remote-Group: system:masters'], 403],
  ['a group and no name', 'proxy', [`X-Remote-${MASTERS}`], 401],
  ['a token in addition to a name: the name counts', 'proxy', [ROOT, 'X-Remote-User: ann'], 403],
  ['a name that looks like the group', 'proxy', ['X-Remote-User: system:masters'], 403],
  // Impersonation without permission.
  ['anonymous as an administrator', 'no credential', ['Impersonate-User: root', `Impersonate-${MASTERS}`], 403],
  ['a user as an administrator', 'no credential', [JANE, 'Impersonate-User: jane', `Impersonate-${MASTERS}`], 403],
  ['a user as another one', 'no credential', [JANE, 'Impersonate-User: root'], 403],
  ['a user as itself', 'no credential', [JANE, 'Impersonate-User: jane'], 403],
  ['a user as a service account', 'no credential', [JANE, 'Impersonate-User: system:serviceaccount:orch-system:default'], 403],
  ['a user as a name that is nearly a service account', 'no credential', [JANE, 'Impersonate-User: system:serviceaccount:orch-system:default:x'], 403],
  ['a user as a node', 'no credential', [JANE, 'Impersonate-User: system:node:a', 'Impersonate-Group: system:nodes'], 403],
  ['a client with a certificate', 'client', ['Impersonate-User: root', `Impersonate-${MASTERS}`], 403],
  ['a user of the proxy', 'proxy', ['X-Remote-User: ann', 'Impersonate-User: root', `Impersonate-${MASTERS}`], 403],
  ['the proxy without a user', 'proxy', ['Impersonate-User: root', `Impersonate-${MASTERS}`], 401],
  ['with permission for users only, a group', 'no credential', ['Authorization: Bearer users-token', 'Impersonate-User: jane', `Impersonate-${MASTERS}`], 403],
  ['with permission for users only, the group as a user', 'no credential', ['Authorization: Bearer users-token', 'Impersonate-User: system:masters'], 403],
  ['with permission for one group, another behind a comma', 'no credential', ['Authorization: Bearer users-token', 'Impersonate-User: jane', 'Impersonate-Group: dev, system:masters'], 403],
  ['with permission for one group, another after it', 'no credential', ['Authorization: Bearer users-token', 'Impersonate-User: jane', 'Impersonate-Group: dev', `impersonate-${MASTERS}`], 403],
  ['with permission for users, a path of a name', 'no credential', ['Authorization: Bearer users-token', 'Impersonate-User: ../groups/system:masters'], 403],
  ['an empty name, to keep the own user', 'no credential', [ROOT, 'Impersonate-User: '], 400],
  ['as two', 'no credential', [ROOT, 'Impersonate-User: jane', 'Impersonate-User: root'], 400],
  ['a group only, to keep the own user', 'no credential', [ROOT, 'Impersonate-Group: dev'], 400],
  ['an unknown header, to keep the own user', 'no credential', [ROOT, 'Impersonate-User: jane', 'Impersonate-Scope: all'], 400],
  ['bytes that are not UTF-8', 'no credential', [ROOT, 'Impersonate-User: \xff'], 400],
  ['late, so that it is overlooked', 'no credential', [ROOT, ...fillers(500), 'Impersonate-User: jane'], 403],
  ['so late that Node would overlook it', 'no credential', [ROOT, ...fillers(2_500), 'Impersonate-User: jane'], 431],
  ['through a folded line', 'no credential', [ROOT, 'X-A: 1\r\n\tImpersonate-User: jane'], 400],
  // Malformed or repeated credentials.
  ['two tokens, the good one first', 'no credential', [ROOT, JANE], 401],
  ['two tokens, the good one last', 'no credential', [JANE, ROOT], 401],
  ['a bad token before the good one', 'no credential', ['Authorization: Bearer bad', ROOT], 401],
  ['another scheme before the token', 'no credential', ['Authorization: Basic eA==', ROOT], 401],
  ['two tokens in one header', 'no credential', ['Authorization: Bearer root-token, Bearer jane-token'], 401],
  ['a token with more behind it', 'no credential', ['Authorization: Bearer root-token x'], 401],
  ['a token in quotes', 'no credential', ['Authorization: Bearer "root-token"'], 401],
  ['a token in other case', 'no credential', ['Authorization: Bearer ROOT-TOKEN'], 401],
  ['a part of a token', 'no credential', ['Authorization: Bearer root-toke'], 401],
  ['a token with a character in another alphabet', 'no credential', ['Authorization: Bearer r\xd0\xbeot-token'], 401],
  ['a token without its scheme', 'no credential', ['Authorization: root-token'], 403],
  ['a token in Proxy-Authorization', 'no credential', ['Proxy-Authorization: Bearer root-token'], 403],
  ['a token in a cookie', 'no credential', ['Cookie: token=root-token; Authorization=Bearer root-token'], 403],
  ['a token in the query', 'no credential', [], 403, `${SECRETS}?access_token=root-token&token=root-token`],
  ['a name in the query', 'no credential', [JANE], 403, `${SECRETS}?impersonate-user=root&user=root&as=root`],
  ['a name of a property', 'no credential', ['Authorization: Bearer __proto__'], 401],
  ['another name of a property', 'no credential', ['Authorization: Bearer constructor'], 401],
  ['headers beyond all measure', 'no credential', [`Authorization: Bearer ${'x'.repeat(70_000)}`], 431],
]; // prettier-ignore

describe('impersonation attacks', () => {
  let directory: string;
  let server: TestServer;
  const authorities: OpensslAuthority[] = [];
  const pairs = new Map<From, Pair>();

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'orch-attacks-'));
    const authority = async (name: string) => {
      authorities.push(await OpensslAuthority.create(name));
      return authorities.at(-1)!;
    };
    const [proxies, clients, namesake, foreign] = [await authority('proxies'), await authority('clients'), await authority('proxies'), await authority('foreign certificate')]; // prettier-ignore
    const front = '/CN=front';
    pairs.set('client', await clients.issue({ subject: '/CN=eve/O=dev' }));
    pairs.set('proxy', await proxies.issue({ subject: front }));
    pairs.set('proxy client', await proxies.issue({ subject: '/CN=mole/O=system:masters' }));
    pairs.set('foreign certificate', await foreign.issue({ subject: `${front}/O=system:masters` }));
    pairs.set('namesake', await namesake.issue({ subject: `${front}/O=system:masters` }));
    pairs.set('expired proxy', await proxies.issue({ subject: front, days: -1 }));
    pairs.set('server of a proxy', await proxies.issue({ subject: front, usage: 'serverAuth' }));
    const tokenAuthFile = join(directory, 'tokens.csv');
    await writeFile(tokenAuthFile, 'root-token,root,1,system:masters\njane-token,jane,2,dev\nusers-token,users,3\n');
    server = await TestServer.start({
      tokenAuthFile,
      clientCaFile: clients.file,
      requestHeader: {
        clientCaFile: proxies.file,
        allowedNames: ['front'],
        usernameHeaders: ['X-Remote-User'],
        uidHeaders: ['X-Remote-Uid'],
        groupHeaders: ['X-Remote-Group'],
        extraHeaderPrefixes: ['X-Remote-Extra-'],
      },
    });
    const rbac = '/apis/rbac.authorization.orch.io/v1';
    const agent = await server.admin();
    const rules = [
      { verbs: ['impersonate'], apiGroups: [''], resources: ['users'] },
      { verbs: ['impersonate'], apiGroups: [''], resources: ['groups'], resourceNames: ['dev'] },
    ];
    const roleRef = { apiGroup: 'rbac.authorization.orch.io', kind: 'ClusterRole', name: 'users' };
    const subjects = [{ apiGroup: 'rbac.authorization.orch.io', kind: 'User', name: 'users' }];
    for (const [path, body] of [
      ['clusterroles', { metadata: { name: 'users' }, rules }],
      ['clusterrolebindings', { metadata: { name: 'users' }, roleRef, subjects }],
    ] as const) {
      expect((await server.call(`${rbac}/${path}`, { method: 'POST', body, agent })).code).toBe(201);
    }
  });
  afterAll(async () => {
    await TestServer.closeAll();
    await Promise.all([...authorities.map((one) => one.remove()), rm(directory, { recursive: true })]);
  });

  const send = (from: From, headers: string[], path = SECRETS) =>
    sendRaw(server, `GET ${path}`, headers, { ...pairs.get(from) });

  it('accepts valid credentials', async () => {
    expect((await send('no credential', [ROOT])).code).toBe(200);
    expect((await send('proxy', ['X-Remote-User: root', `X-Remote-${MASTERS}`])).code).toBe(200);
    expect((await send('no credential', [ROOT, 'Impersonate-User: jane', `Impersonate-${MASTERS}`])).code).toBe(200);
    expect((await send('no credential', [...fillers(500), ROOT])).code).toBe(200);
  });
  for (const [name, from, headers, code, path] of attacks) {
    it(`${from}: ${name} is ${code}`, async () => {
      const answer = await send(from, headers, path);
      expect([answer.code, answer.text.includes('root-token')]).toEqual([code, false]);
    });
  }

  // Subjects that two parsers could read as two names, in certificates of a trusted authority.
  const subjects: Array<[string, RawAttribute[][], number]> = [
    ['one common name and several organizations in one set is taken', [[{ type: 'CN', value: 'eve' }, { type: 'O', value: 'a' }, { type: 'O', value: 'b' }]], 403],
    ['a common name as BMPString is taken', [[{ type: 'CN', value: Buffer.from('\0e\0v\0e'), tag: 0x1e }]], 403],
    ['the administrator behind another name', [[{ type: 'CN', value: 'eve' }], [{ type: 'CN', value: 'root' }], [{ type: 'O', value: 'system:masters' }]], 401],
    ['the administrator before another name', [[{ type: 'O', value: 'system:masters' }], [{ type: 'CN', value: 'root' }], [{ type: 'CN', value: 'eve' }]], 401],
    ['two names in one set', [[{ type: 'CN', value: 'root' }, { type: 'CN', value: 'eve' }], [{ type: 'O', value: 'system:masters' }]], 401],
    ['the group of administrators as NumericString', [[{ type: 'CN', value: 'eve' }], [{ type: 'O', value: 'system:masters', tag: 0x12 }]], 401],
    ['a name with a NUL', [[{ type: 'CN', value: 'root\0.eve' }], [{ type: 'O', value: 'system:masters' }]], 401],
    ['a group with a line feed', [[{ type: 'CN', value: 'eve' }], [{ type: 'O', value: 'dev\nO=system:masters' }]], 401],
    ['a name of characters that its type does not have', [[{ type: 'CN', value: 'root@x', tag: 0x13 }], [{ type: 'O', value: 'system:masters' }]], 401],
    ['an empty group', [[{ type: 'CN', value: 'eve' }], [{ type: 'O', value: '' }]], 401],
    ['an empty name', [[{ type: 'CN', value: '' }], [{ type: 'O', value: 'system:masters' }]], 401],
  ]; // prettier-ignore
  it.each(subjects)('subjects of certificates: %s', async (_name, subject, code) => {
    const pair = await authorities[1]!.issueFor(requestWithSubject(subject));
    expect((await sendRaw(server, `GET ${SECRETS}`, [], { ...pair })).code).toBe(code);
  });
  it('subjects of certificates: a proxy with a second common name is rejected', async () => {
    const names = ['front', 'eve'].map((value): RawAttribute[] => [{ type: 'CN', value }]);
    for (const subject of [names, names.toReversed()]) {
      const pair = await authorities[0]!.issueFor(requestWithSubject(subject));
      const headers = ['X-Remote-User: root', `X-Remote-${MASTERS}`];
      expect((await sendRaw(server, `GET ${SECRETS}`, headers, { ...pair })).code).toBe(401);
    }
  });

  it('request smuggling: the second request is not served', async () => {
    const second = `GET ${SECRETS} HTTP/1.1\r\nHost: x\r\nX-Remote-User: root\r\n\r\n`;
    for (const framing of ['Transfer-Encoding: chunked\r\nContent-Length: 4', 'Transfer-Encoding: chunked, identity', 'Transfer-Encoding : chunked', 'Content-Length: 0']) {
      const answer = await sendRaw(server, 'POST /version', [...framing.split('\r\n')], { ...pairs.get('proxy'), body: `0\r\n\r\n${second}` });
      expect([framing, answer.code]).toEqual([framing, 400]);
    }
  }); // prettier-ignore

  it('HTTP/2: ignores repeated, upper-case and pseudo headers', async () => {
    const http2 = await TestServer.start({ tokenAuthFile: join(directory, 'tokens.csv'), http2: true });
    const send = async (headers: OutgoingHttpHeaders) => {
      const session = connectHttp2(http2.server.url, { ca: http2.caPem });
      session.on('error', () => undefined);
      const stream = session.request({ ':path': SECRETS, ...headers });
      stream.on('error', () => undefined);
      const [answer] = (await once(stream, 'response')) as [IncomingHttpHeaders];
      session.destroy();
      return Number(answer[':status']);
    };
    expect(await send({ authorization: 'Bearer root-token' })).toBe(200);
    expect(await send({ 'x-remote-user': ['root', 'root'], 'x-remote-group': 'system:masters' })).toBe(403);
    expect(await send({ authorization: 'Bearer root-token', 'impersonate-user': ['jane', 'root'] })).toBe(400);
    expect(await send({ authorization: 'Bearer root-token', 'impersonate-user': 'jane' })).toBe(403);
    expect(await send({ authorization: 'Bearer jane-token', 'impersonate-user': 'root' })).toBe(403);
    await http2.close();
  });
});
