import { once } from 'node:events';
import { TestServer } from '@orch/server-testing';
import { WebSocket } from 'undici';
import { AuditedServer, type ReadEvent } from './audit-server.fixture.js';

const ROOT = { token: 'root-token' };
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const json = { 'content-type': 'application/json' };
const RULES = { rules: [{ level: 'RequestResponse', users: ['root'] }], omitStages: ['RequestReceived'] };

describe('answers in audit events', () => {
  afterAll(() => TestServer.closeAll());
  const of = (events: readonly ReadEvent[], verb: string) => events.filter((event) => event.verb === verb);

  it('D-195 a Status that is the answer of a write is in the response status, with its details', async () => {
    const audited = await AuditedServer.start(RULES);
    const send = (method: string, path: string, body?: object) =>
      audited.server.call(path, { method, ...ROOT, headers: json, ...(body ? { body } : {}) });
    const made = await send('POST', CONFIG_MAPS, { metadata: { name: 'a' } });
    await send('POST', CONFIG_MAPS, { metadata: { name: 'A_' } });
    await send('DELETE', `${CONFIG_MAPS}/a`);
    const events = await audited.stop();
    const { uid } = made.json['metadata'] as { uid: string };
    const [, invalid] = of(events, 'create');
    expect(invalid!.responseStatus).toMatchObject({
      status: 'Failure',
      reason: 'Invalid',
      details: { name: 'A_', kind: 'ConfigMap', causes: [{ reason: 'FieldValueInvalid', field: 'metadata.name' }] },
      code: 422,
    });
    expect(of(events, 'delete')[0]!.responseStatus).toEqual({
      metadata: {},
      status: 'Success',
      details: { name: 'a', kind: 'configmaps', uid },
      code: 200,
    });
  });

  it('D-194 a refused watch and a refused connection have both stages and the Status', async () => {
    const audited = await AuditedServer.start(RULES);
    await audited.server.call(`${CONFIG_MAPS}?watch=1&resourceVersion=x`, ROOT);
    await audited.server.call('/api/v1/namespaces/default/pods/none/exec?command=ls', { method: 'POST', ...ROOT });
    const events = await audited.stop();
    expect(
      events.map(({ verb, stage, responseStatus, responseObject }) => [
        verb,
        stage,
        responseStatus?.code,
        responseObject?.['code'],
      ]),
    ).toEqual([
      ['watch', 'ResponseStarted', 400, 400],
      ['watch', 'ResponseComplete', 400, 400],
      ['create', 'ResponseStarted', 404, 404],
      ['create', 'ResponseComplete', 404, 404],
    ]);
  });

  it('D-194 a watch over WebSocket starts with 101', async () => {
    const audited = await AuditedServer.start(RULES);
    const url = `${audited.server.server.url.replace('https', 'wss')}${CONFIG_MAPS}?watch=1&timeoutSeconds=1`;
    const socket = new WebSocket(url, {
      dispatcher: audited.server.agent(),
      headers: { authorization: `Bearer ${ROOT.token}` },
    });
    await once(socket as unknown as EventTarget, 'close');
    const events = await audited.stop();
    expect(of(events, 'watch').map(({ stage, responseStatus }) => [stage, responseStatus?.code])).toEqual([
      ['ResponseStarted', 101],
      ['ResponseComplete', 101],
    ]);
  });

  it('D-194 omitManagedFields applies to the rows of a Table', async () => {
    // In this vocabulary the rows of a Table have managedFields.
    const vocabulary = { vocabulary: 'kubernetes' } as const;
    const audited = await AuditedServer.start({ ...RULES, omitManagedFields: true }, vocabulary);
    const accept = 'application/json;as=Table;v=v1;g=meta.k8s.io';
    await audited.server.call(CONFIG_MAPS, {
      method: 'POST',
      ...ROOT,
      headers: json,
      body: { metadata: { name: 'a' }, data: { k: 'v' } },
    });
    const shown = await audited.server.call(CONFIG_MAPS, { ...ROOT, headers: { accept } });
    const [event] = of(await audited.stop(), 'list');
    expect(shown.text).toContain('"managedFields"');
    expect(event!.responseObject).toMatchObject({ kind: 'Table' });
    expect(JSON.stringify(event!.responseObject)).not.toContain('managedFields');
  });

  it('D-198 a token request has the id of the token that was issued', async () => {
    const audited = await AuditedServer.start({ rules: [{ level: 'Metadata', verbs: ['create'], users: ['root'] }] });
    const accounts = '/api/v1/namespaces/default/serviceaccounts';
    const post = (path: string, body: object) =>
      audited.server.call(path, { method: 'POST', ...ROOT, headers: json, body });
    await post(accounts, { metadata: { name: 'robot' } });
    const { token } = (await post(`${accounts}/robot/token`, {})).json['status'] as { token: string };
    const event = (await audited.stop()).find(
      ({ objectRef, stage }) => objectRef?.subresource === 'token' && stage === 'ResponseComplete',
    );
    const { jti } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { jti: string };
    expect(event!.annotations).toMatchObject({ 'authentication.orch.io/issued-credential-id': `JTI=${jti}` });
  });

  it('counts events, requests by level and requests that could not be recorded', async () => {
    const rules = [{ level: 'Metadata', verbs: ['list'], users: ['root'] }];
    const audited = await AuditedServer.start({ rules }, {}, { path: '/dev/full', mode: 'blocking-strict' });
    expect((await audited.server.call(CONFIG_MAPS, ROOT)).code).toBe(500);
    const { text } = await audited.server.call('/metrics', ROOT);
    await audited.server.close();
    const line = (name: string) => new RegExp(`^apiserver_audit_${name} (.*)$`, 'm').exec(text)?.[1];
    expect(line('event_total')).toBe('2');
    expect(line('requests_rejected_total')).toBe('1');
    expect(Number(line('error_total\\{plugin="log"\\}'))).toBeGreaterThanOrEqual(1);
    expect(line('level_total\\{level="Metadata"\\}')).toBe('1');
    expect(Number(line('level_total\\{level="None"\\}'))).toBeGreaterThanOrEqual(1);
  });
});
