// A process of its own: a store without anything before it. Reads STORE from the environment, prints `ready`,
// then answers each line `{"writers": N, "seconds": S}` of standard input with `wrote {...}`.
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

/** @type {{ module: string, storage: object, valueBytes: number }} `storage` as `openStorage` takes it */
const options = JSON.parse(process.env.STORE);
const { openStorage } = createRequire(import.meta.url)(options.module);
const store = await openStorage(options.storage);
let next = 0;

async function write({ writers, seconds }) {
  const times = [];
  const end = performance.now() + seconds * 1_000;
  const began = performance.now();
  const writer = async () => {
    while (performance.now() < end) {
      const at = performance.now();
      // A value of its own each time, as a server has it; the revision is put in as for an object.
      const value = { bytes: Buffer.alloc(options.valueBytes, 0x78), revisionAt: 200 };
      await store.create(`/core/configmaps/default/bench-${next++}`, value);
      times.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: writers }, writer));
  const tookMs = performance.now() - began;
  times.sort((a, b) => a - b);
  const share = (part) => times[Math.min(times.length - 1, Math.floor(times.length * part))];
  return { perSecond: (times.length * 1_000) / tookMs, p50Ms: share(0.5), p99Ms: share(0.99) };
}

process.on('SIGTERM', () => void store.close().then(() => process.exit(0)));
createInterface({ input: process.stdin }).on('line', (line) => {
  void write(JSON.parse(line)).then((result) => process.stdout.write(`wrote ${JSON.stringify(result)}\n`));
});
process.stdout.write('ready\n');
