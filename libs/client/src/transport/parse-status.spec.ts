import { errorFromAnswer, errorFromStatus } from './parse-status.js';

describe('the error of a Status with other types than those of a Status', () => {
  const status = {
    kind: 'Status',
    message: { a: 1 },
    reason: ['NotFound'],
    code: '404',
    metadata: 7,
    details: { name: {}, kind: [], uid: 1, causes: [null, { field: {}, message: 1 }], retryAfterSeconds: 'soon' },
  };

  it('has the reason of the HTTP code', () => {
    const error = errorFromAnswer(404, JSON.stringify(status));
    expect(error).toMatchObject({ reason: 'NotFound', message: 'the server answered 404', details: { causes: [{}] } });
  });

  it.each([null, 1, 'x', [], { causes: { length: 9 } }])('has no details of %j', (details) => {
    expect(errorFromStatus({ ...status, details }, 500).details?.causes).toBeUndefined();
  });

  it('has the details that are right, and the seconds of the header', () => {
    const details = { name: 'a', causes: [{ field: 'spec', message: 'no' }] };
    const error = errorFromAnswer(429, JSON.stringify({ ...status, message: 'later', details }), 5);
    expect([error.message, error.details]).toEqual(['later', { ...details, retryAfterSeconds: 5 }]);
  });
});

it('the message of a Status is cut, since it ends up in logs', () => {
  expect(errorFromStatus({ message: 'x'.repeat(10_000_000) }, 500).message).toHaveLength(65_536);
});
