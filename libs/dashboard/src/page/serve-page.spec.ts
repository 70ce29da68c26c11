import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { PageFiles } from './page-files.js';
import { servePage } from './serve-page.js';

/** A connection that takes nothing. */
class UnreadReply extends Writable {
  begun: () => void = () => undefined;
  writeHead(): this {
    return this;
  }
  override _write(): void {
    this.begun();
  }
}

it('a client that does not read makes a large file wait, not its bytes in the connection', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'orch-file-'));
  await writeFile(join(folder, 'large.js'), Buffer.alloc(4_000_000, 'x'));
  const reply = new UnreadReply();
  const begun = new Promise<void>((resolve) => (reply.begun = resolve));
  const request = { method: 'GET', headers: {} };
  const served = servePage(new PageFiles(folder), 'large.js', request, reply as unknown as ServerResponse);
  await begun;
  await nextTurn();
  expect(reply.writableLength).toBeLessThanOrEqual(65_536);
  reply.destroy();
  await served;
  await rm(folder, { recursive: true });
});
