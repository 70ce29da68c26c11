import { ServerContext } from './server-context.js';

describe('a server whose start fails', () => {
  it('waits for the parts of the start that still write, and begins no other', async () => {
    const context = await ServerContext.create({}, {});
    const steps: string[] = [];
    let written: () => void = () => undefined;
    const writing = context.startStep(() => new Promise<void>((resolve) => (written = resolve)));
    const closed = context.close().then(() => steps.push('closed'));
    await new Promise(setImmediate);
    await expect(context.startStep(() => Promise.resolve(steps.push('begun')))).rejects.toThrow('aborted');
    steps.push('written');
    written();
    await Promise.all([writing, closed]);
    expect(steps).toEqual(['written', 'closed']);
  });

  it('does not hide the failure of a part', async () => {
    const context = await ServerContext.create({}, {});
    await expect(context.startStep(() => Promise.reject(new Error('no space')))).rejects.toThrow('no space');
    await context.close();
  });
});
