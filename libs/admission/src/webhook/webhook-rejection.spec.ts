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
});
