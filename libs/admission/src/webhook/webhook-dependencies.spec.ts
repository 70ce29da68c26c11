import type { ResourceDefinition } from '@orch/api';
import type { ApiObject } from '@orch/apimachinery';
import type { LabelReader } from '@orch/registry';
import { vocabularies } from '@orch/vocabulary';
import { EMPTY } from 'rxjs';
import { attributesOf, namespaceReader } from '../attributes.fixture.js';
import type { EquivalentVersions } from '../matching/equivalent-versions.js';
import { mutatingWebhooks } from './mutating-webhooks.js';
import { RegisteredWebhooks } from './registered-webhooks.js';
import { validatingWebhooks } from './validating-webhooks.js';
import { webhooksOf, type WebhookDependencies } from './webhook-dependencies.js';

const vocabulary = vocabularies.orch;
const podRules = (operation: string, resource: string) => [
  { operations: [operation], apiGroups: [''], apiVersions: ['v1'], resources: [resource] },
];
const WEBHOOKS = [
  { name: 'creates', rules: podRules('CREATE', 'pods') },
  { name: 'states', rules: podRules('UPDATE', 'pods/status') },
  { name: 'connections', rules: podRules('CONNECT', 'pods/exec') },
  { name: 'maps', rules: podRules('*', 'configmaps') },
  { name: 'here', rules: podRules('*', '*'), namespaceSelector: { matchLabels: { n: '1' } } },
  { name: 'there', rules: podRules('*', '*'), namespaceSelector: { matchLabels: { n: '2' } } },
];

const definitionOf = (resource: string, group = '', kind = 'Any'): ResourceDefinition =>
  ({
    gvr: { group, version: 'v1', resource },
    gvk: { group, version: 'v1', kind },
    declaration: { namespaced: true },
    subresources: new Map([['status', {}]]),
  }) as unknown as ResourceDefinition;

describe('webhooks whose selectors exclude an object', () => {
  const rules = podRules('*', '*');
  const hooks = [
    { name: 'objects', rules, objectSelector: { matchLabels: { a: '2' } } },
    { name: 'namespaces', rules, namespaceSelector: { matchLabels: { n: '2' } } },
  ];
  const dependenciesOf = (webhooks: readonly object[]): WebhookDependencies => {
    const registered = new RegisteredWebhooks('validatingwebhookconfigurations', () => undefined);
    const configuration = { metadata: { name: 'c' }, webhooks } as unknown as ApiObject;
    registered.follow({ readUndamaged: () => [configuration], changesOf: () => EMPTY }, vocabulary);
    return {
      registered,
      vocabulary,
      versions: { of: () => [] } as unknown as EquivalentVersions,
      reader: namespaceReader({ labels: { n: '1' } }),
      client: { post: () => Promise.reject(new Error('called')) },
    } as unknown as WebhookDependencies;
  };
  const attributes = attributesOf(
    { metadata: { name: 'x', labels: { a: '1' } } },
    { definition: definitionOf('pods') },
  );

  it('are passed without a promise by validating and mutating plugins, also at the first request', () => {
    for (let request = 0; request < 2; request++) {
      const dependencies = dependenciesOf(hooks);
      expect(validatingWebhooks(dependencies).handles(attributes)).toBe(true);
      expect(validatingWebhooks(dependencies).validate!(attributes)).toBeUndefined();
      expect(mutatingWebhooks(dependencies).mutate!(attributes)).toBe(attributes.object);
      const deleted = { ...attributes, operation: 'DELETE', object: undefined, oldObject: attributes.object } as const;
      expect(mutatingWebhooks(dependencies).validate!(deleted)).toBeUndefined();
    }
  });

  it('are not handled where rules for names exclude it', () => {
    const named = [{ name: 'named', rules: [{ ...podRules('*', '*')[0], resourceNames: ['y'] }] }];
    const plugin = validatingWebhooks(dependenciesOf(named));
    for (let request = 0; request < 2; request++) {
      expect(plugin.handles(attributes)).toBe(false);
      expect(plugin.handles({ ...attributes, name: 'y' })).toBe(true);
    }
  });
});

describe('the webhooks of all writes to a kind in a namespace', () => {
  const registered = new RegisteredWebhooks('validatingwebhookconfigurations', () => undefined);
  const configuration = { metadata: { name: 'c' }, webhooks: WEBHOOKS } as unknown as ApiObject;
  registered.follow({ readUndamaged: () => [configuration], changesOf: () => EMPTY }, vocabulary);
  const dependencies = {
    registered,
    vocabulary,
    versions: { of: () => [] } as unknown as EquivalentVersions,
    reader: namespaceReader({ labels: { n: '1' } }) as LabelReader,
  } as unknown as WebhookDependencies;
  const names = (definition: ResourceDefinition, namespace: string): readonly string[] => {
    const search = webhooksOf({ definition, namespace }, dependencies);
    for (;;) {
      const step = search.next();
      if (step.done) return step.value;
    }
  };

  it.each<[string, ResourceDefinition, string, string[]]>([
    ['of any operation and sub-resource, by the labels of the namespace', definitionOf('pods'), 't1', ['creates', 'states', 'here']],
    ['of another resource', definitionOf('configmaps'), 't1', ['maps', 'here']],
    ['all in a namespace that does not exist', definitionOf('secrets'), 'gone', ['here', 'there']],
    ['none of exempt kinds', definitionOf('x', vocabulary.groups.admissionregistration, 'ValidatingWebhookConfiguration'), '', []],
  ])('are those %s', (_which, definition, namespace, wanted) => {
    expect(names(definition, namespace)).toEqual(wanted.map((name) => `c/${name}`));
  }); // prettier-ignore
});
