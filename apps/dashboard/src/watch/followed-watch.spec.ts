import type { WatchHandlers } from './transport';
import { FollowedWatch } from './followed-watch';

/** A transport that keeps what was opened, and a watch that notes what happens to it. */
function following() {
  const opened: { path: string; handlers: WatchHandlers; isClosed: boolean }[] = [];
  const seen: string[] = [];
  const watch = new FollowedWatch(
    {
      open: (path, _accept, handlers) => {
        const one = { path, handlers, isClosed: false };
        opened.push(one);
        return () => void (one.isClosed = true);
      },
    },
    {
      path: (from) => `/from/${from}`,
      accept: 'application/json',
      changed: (type, { metadata }) => void seen.push(`${type} ${metadata.name}`),
      interrupted: () => void seen.push('interrupted'),
      failed: ({ code }) => void seen.push(`failed ${code}`),
    },
  );
  watch.start('1');
  return { watch, opened, seen };
}
const object = (name: string, resourceVersion: string) => ({ metadata: { name, resourceVersion } });

describe('FollowedWatch', () => {
  it.each([0, 200])('continues after the last event or bookmark when a watch ended with %d', (code) => {
    const { opened, seen } = following();
    opened[0]!.handlers.event({ type: 'ADDED', object: object('a', '5') });
    opened[0]!.handlers.event({ type: 'BOOKMARK', object: object('', '9') });
    opened[0]!.handlers.end(code, null);
    expect(opened.map(({ path }) => path)).toEqual(['/from/1', '/from/9']);
    expect(seen).toEqual(['ADDED a']);
  });

  it.each([410, 429, 503])('asks for another read when a watch ended with %d', (code) => {
    const { opened, seen } = following();
    opened[0]!.handlers.end(code, null);
    expect(seen).toEqual(['interrupted']);
    expect(opened).toHaveLength(1);
  });

  it('reports a watch that was refused', () => {
    const { opened, seen } = following();
    opened[0]!.handlers.end(403, null);
    expect(seen).toEqual(['failed 403']);
  });

  it('ends a watch that sends an error, and takes its code', () => {
    const { opened, seen } = following();
    opened[0]!.handlers.event({ type: 'ERROR', object: { kind: 'Status', code: 410 } });
    expect(opened[0]!.isClosed).toBe(true);
    expect(seen).toEqual(['interrupted']);
  });

  it('does nothing more once it was stopped', () => {
    const { watch, opened, seen } = following();
    watch.stop();
    expect(opened[0]!.isClosed).toBe(true);
    opened[0]!.handlers.end(200, null);
    expect(opened).toHaveLength(1);
    expect(seen).toEqual([]);
  });
});
