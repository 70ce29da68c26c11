import { documentForm } from './document-form.js';

describe('how discovery is written', () => {
  const PROTOBUF = 'application/vnd.kubernetes.protobuf';
  const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
  const met: [accept: string | undefined, form: string][] = [
    [undefined, 'application/json'],
    ['', 'application/json'],
    ['*/*', 'application/json'],
    ['application/json;q=0.9', 'application/json'],
    ['application/yaml', 'application/yaml'],
    ['application/yaml;q=0.5, application/json', 'application/json'],
    [`${PROTOBUF}, */*`, 'application/json'],
    [`${PROTOBUF},application/json`, 'application/json'],
    [`${AGGREGATED},application/json`, 'application/json'],
  ];
  for (const [accept, form] of met) {
    it(`C-083 ${String(accept)} gets ${form}`, () => expect(documentForm(accept)).toBe(form));
  }
  for (const accept of [PROTOBUF, AGGREGATED, 'text/html', 'application/json;q=0']) {
    it(`C-083 ${accept} cannot be met`, () => expect(() => documentForm(accept)).toThrow('application/json'));
  }
});
