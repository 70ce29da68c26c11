import { packedMembersOf, type SelectedMembers } from '@orch/apimachinery';
import { lastValueFrom, toArray } from 'rxjs';
import type { KeptForm } from '../answers/kept-form.js';
import { objectShape } from '../answers/object-shapes.js';
import type { HasMetadata } from '../object/object-key.js';
import { openWatch } from './open-watch.js';

const metadata = { name: 'p', resourceVersion: '7' };
const env = Array.from({ length: 10_000 }, (_, at) => ({ name: `n${at}`, value: 'v' }));
const pod = { metadata, spec: { nodeName: 'n', containers: [{ name: 'c', env, ports: [{ containerPort: 1 }] }] } };
const members: SelectedMembers = { metadata: true, spec: { nodeName: true, containers: { ports: true } } };
const kept = { metadata, spec: { nodeName: 'n', containers: [{ ports: [{ containerPort: 1 }] }] } };

/** The events of a watch whose server sends these texts. */
const events = (texts: readonly string[], form?: KeptForm) => {
  const stream = async function* () {
    for (const text of texts) yield Promise.resolve(Buffer.from(text));
  };
  const request = { path: '/', shape: objectShape, ...(form ? { kept: form } : {}) };
  return lastValueFrom(openWatch<HasMetadata>({ stream } as never, request).pipe(toArray()));
};
const line = (object: object, type = 'MODIFIED') => JSON.stringify({ type, object });

describe('a watch whose objects are kept', () => {
  it.each([
    ['large', pod, kept],
    ['small', { ...pod, spec: { ...pod.spec, containers: [] } }, { metadata, spec: { nodeName: 'n', containers: [] } }],
  ])('has the selected members of %s objects', async (_title, object, expected) => {
    for (const text of [line(object), `${line(object)}\n`])
      expect(await events([text], { members })).toEqual([{ type: 'MODIFIED', object: expected }]);
  });

  it('parses none of what is left out of a large object', async () => {
    const text = line(pod);
    const parse = jest.spyOn(JSON, 'parse');
    await events([`${text}\n`], { members });
    const longest = Math.max(...parse.mock.calls.map(([parsed]) => parsed.length));
    parse.mockRestore();
    expect(text.length).toBeGreaterThan(200_000);
    expect(longest).toBeLessThan(200);
  });

  it('leaves large members as JSON', async () => {
    const [event] = await events([`${line(pod)}\n`], {});
    expect(packedMembersOf((event!.object as unknown as typeof pod).spec)).toEqual(['containers']);
    expect(event!.object).toEqual(pod);
  });

  it('has large and small events in their order', async () => {
    const small = { metadata: { name: 's' } };
    const sent = [pod, small, pod, small, small].map((object) => `${line(object)}\n`).join('');
    const received = await events([sent.slice(0, 300_000), sent.slice(300_000)], { members });
    expect(received.map(({ object }) => object.metadata.name)).toEqual(['p', 's', 'p', 's', 's']);
  });

  it('reads the whole Status of an error', async () => {
    const status = { kind: 'Status', status: 'Failure', reason: 'Expired', code: 410, message: 'x'.repeat(100_000) };
    await expect(events([`${line(status, 'ERROR')}\n`], { members })).rejects.toMatchObject({ code: 410, reason: 'Expired' }); // prettier-ignore
    await expect(events([`${line({ ...status, message: 'no' }, 'ERROR')}\n`], { members })).rejects.toMatchObject({
      message: expect.stringContaining('no') as unknown,
    });
  });

  it.each([
    ['is broken inside', `${line(pod).slice(0, -2)}\n`, 'Protocol'],
    ['is broken where it is read', `${line(pod).replace('"nodeName":"n"', '"nodeName":n')}\n`, 'Protocol'],
    ['ends early', line(pod).slice(0, 1_000), 'Interrupted'],
  ])('fails when an event %s', (_title, text, code) =>
    expect(events([text], { members })).rejects.toMatchObject({ code }),
  );

  it('refuses metadata of another form', () =>
    expect(events([`${line({ ...pod, metadata: { name: 5 } })}\n`], { members })).rejects.toThrow('metadata.name'));
});
