// Required before a program of Node, makes its wall clock differ from the machine's by the content of the file ORCH_TEST_CLOCK:
// milliseconds, a little-endian 64-bit integer. Elapsed time (performance.now, timers) stays as it is, as on a machine whose
// clock was set.
const { openSync, readSync } = require('node:fs');

const file = openSync(process.env.ORCH_TEST_CLOCK, 'r');
const bytes = Buffer.alloc(8);
let shiftMs = 0;
const look = () => {
  if (readSync(file, bytes, 0, 8, 0) === 8) shiftMs = Number(bytes.readBigInt64LE());
};
look();
setInterval(look, 20).unref();

const realNow = Date.now;
Date.now = () => realNow() + shiftMs;
globalThis.Date = new Proxy(Date, {
  construct: (target, args, called) =>
    Reflect.construct(target, args.length === 0 ? [target.now()] : args, called === globalThis.Date ? target : called),
  apply: (target) => new target(target.now()).toString(),
});
