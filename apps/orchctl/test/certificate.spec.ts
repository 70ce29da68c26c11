import { TestCommandLine } from './command-line.fixture.js';
import { CERTIFICATES, CORE } from './resources.fixture.js';

const orchctl = new TestCommandLine([...CORE, ...CERTIFICATES]);
const { run, put, stored } = orchctl;
const LABEL = 'certificatesigningrequest.certificates.orch.io';

const conditionsOf = (name: string) =>
  (stored(`certificatesigningrequests/${name}`)!['status'] as { conditions?: object[] } | undefined)?.conditions;
const writes = () => orchctl.requests.filter((request) => request.startsWith('PUT'));

describe.each([
  ['approve', 'Approved', 'OrchctlApprove', 'approved'],
  ['deny', 'Denied', 'OrchctlDeny', 'denied'],
])('certificate %s', (command, type, reason, done) => {
  it('adds the condition through the approval sub-resource', async () => {
    put('certificatesigningrequests', { metadata: { name: 'a' }, spec: { signerName: 's' } });
    expect(await run('certificate', command, 'a')).toEqual({ out: `${LABEL}/a ${done}\n`, err: '', status: 0 });
    expect(conditionsOf('a')).toEqual([
      {
        type,
        status: 'True',
        reason,
        message: `This was ${done} on the command line.`,
        lastUpdateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string,
      },
    ]);
    expect(writes()).toEqual([
      expect.stringContaining('/certificatesigningrequests/a/approval?fieldManager=orchctl') as string,
    ]);
  });

  it('keeps other conditions', async () => {
    put('certificatesigningrequests', { metadata: { name: 'a' }, status: { conditions: [{ type: 'Failed' }] } });
    await run('certificate', command, 'a');
    expect(conditionsOf('a')).toMatchObject([{ type: 'Failed' }, { type }]);
  });

  it('a request that is decided already is not written again', async () => {
    put('certificatesigningrequests', { metadata: { name: 'a' }, status: { conditions: [{ type, status: 'True' }] } });
    expect((await run('certificate', command, 'a')).out).toBe(`${LABEL}/a ${done}\n`);
    expect(writes()).toEqual([]);
  });

  it('several requests, also as csr/NAME', async () => {
    for (const name of ['a', 'b']) put('certificatesigningrequests', { metadata: { name } });
    expect((await run('certificate', command, 'csr/a', 'b')).out).toBe(`${LABEL}/a ${done}\n${LABEL}/b ${done}\n`);
  });

  it('retries a conflict with the current object', async () => {
    put('certificatesigningrequests', { metadata: { name: 'a' } });
    orchctl.failNext('PUT', /approval$/, 409, 'Conflict', 'modified');
    expect((await run('certificate', command, 'a')).status).toBe(0);
    expect(writes()).toHaveLength(2);
    expect(conditionsOf('a')).toMatchObject([{ type }]);
  });

  it('gives up after five conflicts', async () => {
    put('certificatesigningrequests', { metadata: { name: 'a' } });
    for (let conflict = 0; conflict < 6; conflict++) {
      orchctl.failNext('PUT', /approval$/, 409, 'Conflict', 'modified');
    }
    expect(await run('certificate', command, 'a')).toEqual({
      out: '',
      err: 'Error from server (Conflict): modified',
      status: 1,
    });
    expect(writes()).toHaveLength(5);
  });

  it('does not retry another failure', async () => {
    put('certificatesigningrequests', { metadata: { name: 'a' } });
    orchctl.failNext('PUT', /approval$/, 403, 'Forbidden', 'not permitted to approve requests');
    expect((await run('certificate', command, 'a')).err).toBe(
      'Error from server (Forbidden): not permitted to approve requests',
    );
    expect(writes()).toHaveLength(1);
  });

  it.each([
    [['nope'], 'Error from server (NotFound): certificatesigningrequests.certificates.orch.io "nope" not found'],
    [['csr/'], 'error: "csr/" names no certificate request'],
    [[], "error: missing required argument 'names'"],
  ])('refuses %j', async (names, err) =>
    expect(await run('certificate', command, ...names)).toEqual({ out: '', err, status: 1 }),
  );
});
