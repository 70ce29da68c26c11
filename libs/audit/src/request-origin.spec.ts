import { shownUri } from './request-origin.js';

describe('shownUri', () => {
  const rows: [url: string, shown: string][] = [
    ['/api/v1/pods?limit=1', '/api/v1/pods?limit=1'],
    ['/version?token=secret&a=b&access_token=secret', '/version?token=REDACTED&a=b&access_token=REDACTED'],
    ['https://jane:secret@host/api/v1/pods?limit=1', '/api/v1/pods?limit=1'],
    ['https://jane:secret@host/version?token=secret', '/version?token=REDACTED'],
    ['https://jane:secret@host?a=b', '/?a=b'],
    ['https://jane:secret@host', '/'],
    ['*', '*'],
    ['/a?next=https://host/b', '/a?next=https://host/b'],
  ];
  it.each(rows)('of %s is %s', (url, shown) => expect(shownUri(url)).toBe(shown));
});
