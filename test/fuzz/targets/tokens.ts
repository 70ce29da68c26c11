import { decodeContinueToken, encodeContinueToken, parseResourceVersion } from '@orch/apimachinery';
import { mustEqual, unlessRefused, type FuzzTarget } from '../fuzz-target.js';
import { mutatedTexts } from '../mutation.js';

const RESOURCE = 'configmaps';
const token = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export const continueToken: FuzzTarget<string> = {
  name: 'continue-token',
  inputs: mutatedTexts(
    [
      encodeContinueToken({ revision: 5, key: 't1\0a', resource: RESOURCE }),
      encodeContinueToken({ revision: 5, key: 't1\0a', resource: RESOURCE, issuedMs: 1_700_000_000_000 }),
      encodeContinueToken({ revision: undefined, key: 'a', resource: RESOURCE }),
      token([1, -2, 'a', RESOURCE]),
      token([1, 1e300, '', RESOURCE]),
      token({ length: 4 }),
    ],
    ['=', '-', '_', '+', '/', 'A', token([1]).slice(0, 3), '\0', 'A'.repeat(9_000)],
  ),
  run(text) {
    const position = unlessRefused(() => decodeContinueToken(text, RESOURCE));
    if (!position) return;
    const again = decodeContinueToken(encodeContinueToken({ ...position, resource: RESOURCE }), RESOURCE);
    mustEqual(again, position, 'written and read');
  },
};

export const resourceVersion: FuzzTarget<string> = {
  name: 'resource-version',
  inputs: mutatedTexts(
    ['0', '1', '9007199254740991', '18446744073709551616'],
    ['0', '1', '-', '+', '.', 'e', ' ', 'x', '\u0661'],
  ),
  run(text) {
    const revision = unlessRefused(() => parseResourceVersion(text));
    if (typeof revision === 'number' && !Number.isSafeInteger(revision)) throw new Error(`read as ${revision}`);
  },
};
