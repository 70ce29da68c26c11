import { vocabularies } from '@orch/vocabulary';
import { documentForm, requireKnownType } from './document-form.js';

const VOCABULARY = vocabularies.kubernetes;

const PROTOBUF = 'application/vnd.kubernetes.protobuf';
const aggregated = (group: string, version = 'v2', type = 'application/json') =>
  `${type};g=${group};v=${version};as=APIGroupDiscoveryList`;
const ALL = aggregated('apidiscovery.k8s.io');

describe('content negotiation of discovery', () => {
  const met: [accept: string | undefined, form: string][] = [
    [undefined, 'application/json'],
    ['', 'application/json'],
    ['*/*', 'application/json'],
    ['application/json;q=0.9', 'application/json'],
    ['application/yaml', 'application/yaml'],
    ['application/yaml;q=0.5, application/json', 'application/json'],
    [`${PROTOBUF}, */*`, PROTOBUF],
    [`${PROTOBUF},application/json`, PROTOBUF],
    [`application/vnd.orch.protobuf`, 'application/vnd.orch.protobuf'],
    [`${ALL},application/json`, 'application/json'],
  ];
  for (const [accept, type] of met) {
    it(`C-083 ${String(accept)} gets ${type}`, () =>
      expect(documentForm(accept, false, VOCABULARY).contentType).toBe(type));
  }
  for (const accept of [ALL, 'text/html', 'application/json;q=0']) {
    it(`C-083 ${accept} is not acceptable`, () =>
      expect(() => documentForm(accept, false, VOCABULARY)).toThrow(
        `only the following media types are accepted: application/json, application/yaml, ${PROTOBUF}`,
      ));
  }
  for (const accept of ['text/html', 'application/json;q=0']) {
    it(`C-083 ${accept} is not a type of a list of resources`, () => {
      expect(() => requireKnownType(accept, VOCABULARY)).toThrow(
        `406: Not Acceptable\n\nAvailable representations: application/json, application/yaml, ${PROTOBUF}`,
      );
      expect(() => requireKnownType(accept, vocabularies.orch)).toThrow(
        'only the following media types are accepted: application/json, application/yaml, application/vnd.orch.protobuf',
      );
    });
  }
  it('C-083 other parameters of a known type are left to the document', () =>
    expect(() => requireKnownType(ALL, VOCABULARY)).not.toThrow());

  const wishes: [accept: string, version: string, type?: string][] = [
    [ALL, 'apidiscovery.k8s.io/v2'],
    [aggregated('apidiscovery.orch.io'), 'apidiscovery.orch.io/v2'],
    [aggregated('apidiscovery.k8s.io', 'v2beta1'), 'apidiscovery.k8s.io/v2beta1'],
    [
      `${aggregated('apidiscovery.k8s.io')},${aggregated('apidiscovery.k8s.io', 'v2beta1')},application/json`,
      'apidiscovery.k8s.io/v2',
    ],
    [
      `${aggregated('apidiscovery.k8s.io', 'v3')},${aggregated('apidiscovery.k8s.io', 'v2beta1')}`,
      'apidiscovery.k8s.io/v2beta1',
    ],
    [aggregated('apidiscovery.k8s.io', 'v2', PROTOBUF), 'apidiscovery.k8s.io/v2', PROTOBUF],
    [
      'application/json;as=APIGroupDiscoveryList;v=v2;g=apidiscovery.k8s.io',
      'apidiscovery.k8s.io/v2',
      'application/json',
    ],
  ];
  for (const [accept, version, type = 'application/json'] of wishes) {
    it(`C-292 ${accept} gets aggregated discovery`, () => {
      const [g, v] = version.split('/');
      expect(documentForm(accept, true, VOCABULARY)).toMatchObject({
        aggregated: version,
        contentType: `${type};g=${g};v=${v};as=APIGroupDiscoveryList`,
      });
    });
  }
  for (const accept of [
    aggregated('apidiscovery.k8s.io', 'v1'),
    aggregated('discovery.k8s.io'),
    `application/json;as=Foo`,
  ]) {
    it(`C-292 ${accept} does not match, and the next type is used`, () => {
      expect(documentForm(`${accept},application/json`, true, VOCABULARY).aggregated).toBeUndefined();
      expect(() => documentForm(accept, true, VOCABULARY)).toThrow('only the following media types');
    });
  }
  it('C-292 an unaggregated list with a higher q comes first', () =>
    expect(documentForm(`${ALL};q=0.5,application/json`, true, VOCABULARY).aggregated).toBeUndefined());
});
