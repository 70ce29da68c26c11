import {
  canonicalMicroTime,
  canonicalQuantity,
  canonicalTime,
  formatDuration,
  humanAge,
  parseDurationMs,
  parseTimeMs,
  Quantity,
} from '@orch/apimachinery';
import { mustEqual, type FuzzTarget } from '../fuzz-target.js';
import { mutatedTexts } from '../mutation.js';

/** What is canonical stays as it is. */
export const quantity: FuzzTarget<string> = {
  name: 'quantity',
  inputs: mutatedTexts(
    ['0', '1Gi', '500m', '-1.5e3', '12E', '0.000000001', '9223372036854775807', '1e60', '.5k', '+1.', '1n'],
    ['0', '1', '9', '.', '-', '+', 'e', 'E', 'm', 'n', 'u', 'k', 'Ki', 'Mi', 'i', '999999999', ' ', 'e-9', '\u0661', '0'.repeat(70)], // prettier-ignore
  ),
  run(text) {
    const canonical = canonicalQuantity(text);
    if (canonical === undefined) return mustEqual(Quantity.parse(text), undefined, 'no quantity');
    mustEqual(canonicalQuantity(canonical), canonical, 'canonical once and twice');
    const [sent, kept] = [Quantity.parse(text)!, Quantity.parse(canonical)!];
    mustEqual(sent.compare(kept), 0, 'canonical is as much');
    mustEqual(sent.add(kept).sub(kept).compare(sent), 0, 'to and fro');
    sent.toNumber();
  },
};

export const time: FuzzTarget<string> = {
  name: 'time',
  inputs: mutatedTexts(
    [
      '2026-11-21T06:00:00Z',
      '2026-02-29T23:59:60.123456789+14:00',
      '0000-01-01T00:00:00-23:59',
      '9999-12-31T24:00:00.0Z',
    ],
    ['-', ':', 'T', 't', 'Z', 'z', '.', '+', '0', '9', '60', '24', '29', ' ', '\u0661', '+00:00', '0'.repeat(40)],
  ),
  run(text) {
    const seconds = canonicalTime(text);
    const micros = canonicalMicroTime(text);
    const ms = parseTimeMs(text);
    if (seconds !== undefined) mustEqual(canonicalTime(seconds), seconds, 'canonical once and twice');
    if (micros !== undefined) mustEqual(canonicalMicroTime(micros), micros, 'canonical once and twice');
    if (ms !== undefined) humanAge(ms);
  },
};

export const duration: FuzzTarget<string> = {
  name: 'duration',
  inputs: mutatedTexts(
    ['0', '1h30m0s', '-1.5s', '100ms', '1us', '1\u00b5s', '9223372036s', '.5h', '1h-1m'],
    ['h', 'm', 's', 'ms', 'us', 'ns', '\u03bcs', '.', '-', '+', '0', '1', '9999999999', ' ', '9'.repeat(400)],
  ),
  run(text) {
    const ms = parseDurationMs(text);
    if (ms === undefined) return;
    if (!Number.isFinite(ms)) throw new Error(`read as ${ms}`);
    const written = formatDuration(ms);
    const again = parseDurationMs(written);
    if (again === undefined || Math.abs(again - ms) > Math.max(1e-6, Math.abs(ms) * 1e-9))
      throw new Error(`${ms} is written as ${written}, which reads as ${again}`);
  },
};
