import type { ApiObject } from '@orch/apimachinery';
import { vocabularies } from '@orch/vocabulary';
import fc from 'fast-check';
import { compileKinds } from '../../../definition/compile-kinds.js';
import { builtinKinds } from '../../../kinds.js';
import { structArbitrary } from '../../../testing/struct-arbitrary.js';
import { endpointSliceKind } from '../../v1/endpoint-slice/endpoint-slice.kind.js';
import { endpointSliceConversion } from './endpoint-slice.conversion.js';
import { betaEndpointSliceKind } from './endpoint-slice.kind.js';

const { labels } = vocabularies.orch;
const { toStored, fromStored } = endpointSliceConversion(vocabularies.orch);
const slice = (endpoint: object): ApiObject => ({ metadata: {}, endpoints: [{ addresses: ['a'], ...endpoint }] });
const first = (object: ApiObject): object => {
  const { addresses: _addresses, ...rest } = (object['endpoints'] as Record<string, unknown>[])[0]!;
  return rest;
};

const topology = fc.dictionary(fc.constantFrom('a', 'b', labels.zone, labels.hostname), fc.constantFrom('x', 'y'), {
  maxKeys: 4,
});
type Endpoint = {
  readonly topology?: object;
  readonly deprecatedTopology?: Record<string, string>;
  readonly nodeName?: string;
};
/** Arbitrary slices with the topology labels that became fields. */
const slices = (type: typeof endpointSliceKind.type, field: string, fits: (e: Endpoint) => boolean = () => true) =>
  fc
    .tuple(
      structArbitrary(type),
      fc.array(fc.record({ [field]: topology, nodeName: fc.constantFrom('x', 'y') }, { requiredKeys: [] })),
    )
    .map(([object, endpoints]): ApiObject => {
      const given = (object as { endpoints?: object[] }).endpoints ?? [];
      const mixed = endpoints.map((more, index): Endpoint => ({ ...given[index], ...more }));
      return { ...object, metadata: {}, endpoints: mixed.map(withoutEmpty).filter(fits) };
    });
/** Decoding leaves out empty maps. */
const withoutEmpty = (endpoint: Endpoint): Endpoint =>
  Object.fromEntries(
    Object.entries(endpoint).filter(
      ([field, value]) => !field.toLowerCase().endsWith('topology') || Object.keys(value as object).length > 0,
    ),
  );

describe('EndpointSlice v1beta1', () => {
  const rows: [name: string, sent: object, stored: object, shown: object][] = [
    [
      'B-414 the host of the topology is the node',
      { topology: { [labels.hostname]: 'n1' } },
      { nodeName: 'n1' },
      { nodeName: 'n1', topology: { [labels.hostname]: 'n1' } },
    ],
    [
      'B-415 the zone of the topology is the zone',
      { topology: { [labels.zone]: 'z' } },
      { zone: 'z' },
      { topology: { [labels.zone]: 'z' } },
    ],
    [
      'B-416 other topology stays behind',
      { topology: { a: 'b', [labels.zone]: 'z' } },
      { zone: 'z', deprecatedTopology: { a: 'b' } },
      { topology: { a: 'b', [labels.zone]: 'z' } },
    ],
    [
      'a host that is not the node stays behind',
      { nodeName: 'n1', topology: { [labels.hostname]: 'h' } },
      { nodeName: 'n1', deprecatedTopology: { [labels.hostname]: 'h' } },
      { nodeName: 'n1', topology: { [labels.hostname]: 'h' } },
    ],
    ['without topology there is none', { hostname: 'h' }, { hostname: 'h' }, { hostname: 'h' }],
  ];
  for (const [name, sent, stored, shown] of rows) {
    it(name, () => {
      expect(first(toStored(slice(sent)))).toEqual(stored);
      expect(first(fromStored(slice(stored)))).toEqual(shown);
    });
  }

  it('B-373 converts all fields of v1', () => {
    // Labels with a field are only in that field, or v1 would have duplicates.
    const fits = ({ deprecatedTopology: d, nodeName }: Endpoint): boolean =>
      d?.[labels.zone] === undefined &&
      (d?.[labels.hostname] === undefined || (nodeName !== undefined && d[labels.hostname] !== nodeName));
    fc.assert(
      fc.property(slices(endpointSliceKind.type, 'deprecatedTopology', fits), (object) => {
        expect(toStored(fromStored(object))).toEqual(object);
      }),
    );
  });

  it('B-373 round-trips through v1, with the labels of its fields', () =>
    fc.assert(
      fc.property(slices(betaEndpointSliceKind.type, 'topology'), (object) => {
        const shown = fromStored(toStored(object));
        expect(shown).toMatchObject(object);
        expect(toStored(shown)).toEqual(toStored(object));
      }),
    ));

  it('is served up to 1.24', () => {
    const versions = (minor: number): string[] =>
      compileKinds(builtinKinds, vocabularies.orch, minor)
        .filter((d) => d.gvk.kind === 'EndpointSlice')
        .map((d) => d.gvk.version)
        .sort();
    expect([versions(24), versions(25)]).toEqual([['v1', 'v1beta1'], ['v1']]);
  });
});
