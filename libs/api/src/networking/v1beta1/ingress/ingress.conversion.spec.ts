import type { ApiObject } from '@orch/apimachinery';
import fc from 'fast-check';
import { ingressConversion } from './ingress.conversion.js';

const { toStored, fromStored } = ingressConversion;
const withBackends = (name: 'backend' | 'defaultBackend', backends: readonly object[]): ApiObject => ({
  metadata: {},
  spec: {
    ingressClassName: 'x',
    ...(backends[0] ? { [name]: backends[0] } : {}),
    rules: backends.map((backend, index) => ({ host: `h${index}`, http: { paths: [{ path: '/', backend }] } })),
  },
});
const text = fc.string({ minLength: 1, maxLength: 5 });
const number = fc.integer({ min: 1, max: 65_535 });
const resource = fc.record({ kind: text, name: text });

describe('Ingress v1beta1', () => {
  const rows: [name: string, beta: object, stored: object][] = [
    [
      'B-490 D-251 a number of a port',
      { serviceName: 's', servicePort: 80 },
      { service: { name: 's', port: { number: 80 } } },
    ],
    [
      'B-490 D-251 a name of a port',
      { serviceName: 's', servicePort: 'http' },
      { service: { name: 's', port: { name: 'http' } } },
    ],
    ['no port', { serviceName: 's' }, { service: { name: 's', port: {} } }],
    ['no service', { resource: { kind: 'K', name: 'n' } }, { resource: { kind: 'K', name: 'n' } }],
  ];
  for (const [name, beta, stored] of rows) {
    it(name, () => {
      expect(toStored(withBackends('backend', [beta]))).toEqual(withBackends('defaultBackend', [stored]));
      expect(fromStored(withBackends('defaultBackend', [stored]))).toEqual(withBackends('backend', [beta]));
    });
  }

  it('drops a port of zero without a service', () =>
    expect(toStored(withBackends('backend', [{ servicePort: 0, resource: {} }]))).toEqual(
      withBackends('defaultBackend', [{ resource: {} }]),
    ));

  it('B-373 round-trips through v1', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.record({ serviceName: text, servicePort: fc.oneof(text, number) }, { requiredKeys: ['serviceName'] }),
            fc.record({ resource }),
          ),
        ),
        (backends) => {
          const ingress = withBackends('backend', backends);
          expect(fromStored(toStored(ingress))).toEqual(ingress);
        },
      ),
    ));

  it('B-373 converts all fields of v1', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.record({
              service: fc.record({
                name: text,
                port: fc.oneof(fc.record({ name: text }), fc.record({ number }), fc.constant({})),
              }),
            }),
            fc.record({ resource }),
          ),
        ),
        (backends) => {
          const ingress = withBackends('defaultBackend', backends);
          expect(toStored(fromStored(ingress))).toEqual(ingress);
        },
      ),
    ));

  for (const object of [
    { metadata: {} },
    { metadata: {}, spec: {} },
    { metadata: {}, spec: { rules: [{ host: 'a' }] } },
  ])
    it(`leaves ${JSON.stringify(object)} as it is`, () => {
      expect(toStored(object as ApiObject)).toEqual(object);
      expect(fromStored(object as ApiObject)).toEqual(object);
    });
});
