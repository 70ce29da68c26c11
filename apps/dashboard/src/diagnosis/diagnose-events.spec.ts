import { diagnoseEvents } from './diagnose-events';

const event = (message: string, type = 'Warning') => ({ type, reason: 'FailedCreate', message, time: 't' });

describe('denied admissions, from events', () => {
  test.each([
    ['Error creating: pods "a" is forbidden: exceeded quota: limits, requested: pods=1', 'A quota is used up'],
    ['Error creating: admission webhook "w.example.com" denied the request: no', 'An admission webhook denied it'],
    [`ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no`, 'An admission policy denied it'],
    ['pods "a" is forbidden: violates PodSecurity "restricted:latest": privileged', 'Pod security denied it'],
    ['pods "a" is forbidden: maximum memory usage is 1Gi', 'Admission denied it'],
  ])('%s', (message, what) => {
    expect(diagnoseEvents([event(message), event(message)])).toEqual([
      { text: `${what}: FailedCreate: ${message}`, since: 't' },
    ]);
  });

  test('neither other warnings nor news count', () => {
    expect(diagnoseEvents([event('Readiness probe failed'), event('exceeded quota: limits', 'Normal')])).toEqual([]);
  });
});
