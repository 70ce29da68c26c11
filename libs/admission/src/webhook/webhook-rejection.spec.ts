import { WebhookRejection } from './webhook-rejection.js';

describe('the refusal of a webhook', () => {
  it('has the causes that are causes', () => {
    const causes = [null, 1, 'x', [], { field: 'spec', message: 'no', reason: 'FieldValueInvalid' }, {}];
    const { details } = new WebhookRejection('w.example.com', { code: 409, details: { name: 'a', causes } }).toStatus();
    expect(details).toMatchObject({ name: 'a', causes: [{ field: 'spec', message: 'no' }, {}] });
  });

  it.each([null, 1, 'x', {}])('has no causes of %j', (causes) => {
    const { details } = new WebhookRejection('w.example.com', { details: { causes } }).toStatus();
    expect(details?.causes).toBeUndefined();
  });

  const wrong = {
    name: {},
    kind: [],
    group: 1,
    uid: null,
    other: 'x',
    causes: [{ field: {}, message: 1, reason: [] }],
  };
  const cases: readonly (readonly [details: object, expected: object])[] = [
    [wrong, { causes: [{}] }],
    ...['5\r\nSet-Cookie: a=b', {}, -1, 1.5, 1e300].map((retryAfterSeconds) => [{ retryAfterSeconds }, {}] as const),
    [{ retryAfterSeconds: 5 }, { retryAfterSeconds: 5 }],
  ];
  it.each(cases)('has of the details %j those with the types of a Status', (details, expected) => {
    const rejection = new WebhookRejection('w.example.com', { code: 429, details });
    expect(rejection.toStatus().details).toEqual(expected);
  });

  it.each([[403, 403], [599, 599], [399, 400], [600, 400], [999, 400], [404.5, 400], ['404', 400]])(
    'with code %j is answered with %i: HTTP/2 has no codes from 600 on',
    (code, answered) => expect(new WebhookRejection('w.example.com', { code }).code).toBe(answered),
  ); // prettier-ignore

  it('has a short reason, also in its causes', () => {
    const reason = 'R'.repeat(1_000_000);
    const status = new WebhookRejection('w.example.com', { reason, message: 'no', details: { causes: [{ reason }] } });
    expect(JSON.stringify(status.toStatus()).length).toBeLessThan(3_000);
  });
});
