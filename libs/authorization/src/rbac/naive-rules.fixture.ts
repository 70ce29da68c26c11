import fc from 'fast-check';
import type { PolicyRule } from '@orch/api';
import type { RequestInfo } from '@orch/http';

/** A rule from a small vocabulary, so that rules overlap often. For tests. */
export const arbitraryRule: fc.Arbitrary<PolicyRule> = fc.oneof(
  fc.record(
    {
      verbs: some('get', 'list', 'create', '*'),
      apiGroups: some('', 'apps', '*'),
      resources: some('pods', 'pods/log', 'pods/scale', 'jobs', 'jobs/scale', '*/scale', '*', ''),
      resourceNames: fc.oneof({ weight: 2, arbitrary: fc.constant<string[]>([]) }, some('a', 'b')),
    },
    { requiredKeys: ['verbs', 'apiGroups', 'resources'] },
  ),
  fc.record({ verbs: some('get', 'head', '*'), nonResourceURLs: some('/a', '/a/b', '/a/*', '/ab*', '*') }),
);

function some(...words: string[]): fc.Arbitrary<string[]> {
  return fc.subarray(words, { minLength: 1 });
}

/** Each combination as a separate rule. */
export const atoms = (rules: readonly PolicyRule[]): PolicyRule[] =>
  rules.flatMap(({ verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] }) =>
    verbs.flatMap((verb) => [
      ...nonResourceURLs.map((url) => ({ verbs: [verb], nonResourceURLs: [url] })),
      ...apiGroups.flatMap((group) =>
        resources.flatMap((resource) => {
          const one = { verbs: [verb], apiGroups: [group], resources: [resource] };
          return resourceNames.length === 0 ? [one] : resourceNames.map((name) => ({ ...one, resourceNames: [name] }));
        }),
      ),
    ]),
  );

/** Whether one of the rules has all of an atom. */
export const naiveCovers = (
  held: readonly PolicyRule[],
  { verbs, apiGroups, resources, resourceNames, nonResourceURLs }: PolicyRule,
): boolean =>
  held.some((rule) => {
    const word = (list: readonly string[] = [], asked: string) => list.includes('*') || list.includes(asked);
    if (!word(rule.verbs, verbs[0]!)) return false;
    if (nonResourceURLs) return naivePath(rule.nonResourceURLs, nonResourceURLs[0]!);
    const [resource] = resources as [string];
    return (
      word(rule.apiGroups, apiGroups![0]!) &&
      naiveResource(rule.resources, resource) &&
      (!rule.resourceNames?.length || (resourceNames !== undefined && rule.resourceNames.includes(resourceNames[0]!)))
    );
  });

/** Whether a rule allows a request, read straight from the description of rules. */
export function naiveAllows(rule: PolicyRule, info: RequestInfo): boolean {
  const word = (list: readonly string[] = [], asked: string) => list.includes('*') || list.includes(asked);
  if (!word(rule.verbs, info.verb)) return false;
  if (!info.isResource) return naivePath(rule.nonResourceURLs, info.path);
  const resource = info.subresource === '' ? info.resource : `${info.resource}/${info.subresource}`;
  return (
    word(rule.apiGroups, info.group) &&
    naiveResource(rule.resources, resource) &&
    (!rule.resourceNames?.length || rule.resourceNames.includes(info.name))
  );
}

const naivePath = (urls: readonly string[] = [], path: string): boolean =>
  urls.some((url) => url === path || (url.endsWith('*') && path.startsWith(url.slice(0, -1))));

const naiveResource = (resources: readonly string[] = [], resource: string): boolean =>
  resources.some(
    (one) =>
      one === '*' ||
      one === resource ||
      (resource.includes('/') && one === `*/${resource.slice(resource.indexOf('/') + 1)}`),
  );
