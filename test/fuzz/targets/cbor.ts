import { decodeCbor, encodeCbor } from '@orch/apimachinery';
import { mustEqual, unlessRefused, type FuzzTarget } from '../fuzz-target.js';
import { mutatedBytes } from '../mutation.js';

const hex = (text: string): Buffer => Buffer.from(text, 'hex');
const CORPUS = [
  encodeCbor({
    kind: 'ConfigMap',
    apiVersion: 'v1',
    metadata: { name: 'a', labels: { 'x/y': 'z' } },
    data: { a: '1' },
  }),
  encodeCbor([1, -1, 1.5e300, 0.5, true, false, null, 'ü', Buffer.from([0, 1, 2]), { __proto__: { x: 1 }, a: [[[]]] }]),
  hex('bf6161bf616201ff61637f616161626163ff61645f41614162ffff'),
  hex('87c074323030362d30312d30325431353a30343a30355ac11a43b940e5d54100d64100d74100d8638101f93e00'),
];
const TOKENS = ['d9d9f7', 'a1', 'bf', 'ff', '80', '9f', '5f', '7f', '6161', '4161', 'd6', 'c0', 'c1', 'c2', 'f4', 'f97e00', 'fb', '1b', 'ffffffffffffffff', '7fffffffffffffff', '9a0fffffff', '5a00100000', '695f5f70726f746f5f5f', '1c'].map(hex); // prettier-ignore

/** What is read can be written, and what is written reads as the same again: there is one form of each value. */
export const cbor: FuzzTarget<Uint8Array> = {
  name: 'cbor',
  inputs: mutatedBytes(CORPUS, TOKENS),
  run(bytes) {
    const body = unlessRefused(() => decodeCbor(bytes));
    if (!body) return;
    const written = encodeCbor(body.value);
    mustEqual(encodeCbor(decodeCbor(written).value).toString('hex'), written.toString('hex'), 'read and written again');
  },
};
