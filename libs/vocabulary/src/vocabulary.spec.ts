import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { VOCABULARY_NAMES, vocabularies, vocabularyByName } from './vocabularies.js';

const ROOT = join(__dirname, '../../..');

/** Names that belong to one vocabulary, however they are put together. */
const SPELLINGS = [
  /\borch\.io\b/,
  /k8s\.io/,
  /kubernetes\.io/,
  /\borch-(system|public|node-lease)\b/,
  /\bkube-(system|public|node-lease|apiserver|root-ca)/,
  /\borch-root-ca/,
  /vnd\.(orch|kubernetes)/,
  /x-(orch|kubernetes)-/i,
  /jws-(orch|kube)config/,
  /\bKUBECONFIG\b|\bORCHCONFIG\b|KUBERNETES_|ORCH_(EXEC_INFO|SERVICE_)/,
  /\borchlet\b|\bkubelet\b/,
];

function* productFiles(directory: string): Generator<string> {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== 'node_modules' && path !== join(ROOT, 'libs/vocabulary')) yield* productFiles(path);
    } else if (/\.(ts|mts|tsx|js|cjs|mjs)$/.test(entry.name) && !/\.(spec|fixture)\.ts$/.test(entry.name)) yield path;
  }
}

/** The text without comments, which may contain any name. */
const code = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');

const shape = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shape(inner)]))
    : typeof value;

describe('vocabulary', () => {
  it('is the only place of the product with such names', () => {
    const found: string[] = [];
    let files = 0;
    for (const room of ['apps', 'libs', 'bin']) {
      for (const path of productFiles(join(ROOT, room))) {
        files++;
        code(readFileSync(path, 'utf8'))
          .split('\n')
          .forEach((line, at) => {
            if (SPELLINGS.some((spelling) => spelling.test(line)))
              found.push(`${relative(ROOT, path)}: ${at + 1}: ${line.trim()}`);
          });
      }
    }
    expect(found).toEqual([]);
    expect(files).toBeGreaterThan(300);
  });

  it('has all names in both vocabularies', () => {
    expect(shape(vocabularies.orch)).toEqual(shape(vocabularies.kubernetes));
  });

  it('A-001 names the groups of the default', () => {
    expect(vocabularies.orch.groups).toMatchObject({
      core: '',
      meta: 'meta.orch.io',
      storage: 'storage.orch.io',
      coordination: 'coordination.orch.io',
    });
  });

  it('has the upstream names in the second', () => {
    const { groups, namespaces, finalizers, taints, mediaTypes } = vocabularies.kubernetes;
    expect(groups.rbac).toBe('rbac.authorization.k8s.io');
    expect(namespaces.nodeLease).toBe('kube-node-lease');
    expect(finalizers).toEqual({
      customResourceCleanup: 'customresourcecleanup.apiextensions.k8s.io',
      namespace: 'kubernetes',
      pvcProtection: 'kubernetes.io/pvc-protection',
      pvProtection: 'kubernetes.io/pv-protection',
    });
    expect(taints).toEqual({
      nodeNotReady: 'node.kubernetes.io/not-ready',
      nodeUnreachable: 'node.kubernetes.io/unreachable',
      memoryPressure: 'node.kubernetes.io/memory-pressure',
      diskPressure: 'node.kubernetes.io/disk-pressure',
      pidPressure: 'node.kubernetes.io/pid-pressure',
      networkUnavailable: 'node.kubernetes.io/network-unavailable',
      unschedulable: 'node.kubernetes.io/unschedulable',
      outOfService: 'node.kubernetes.io/out-of-service',
    });
    expect(mediaTypes.protobuf).toBe('application/vnd.kubernetes.protobuf');
  });

  it('is found by name; the error lists the valid names', () => {
    for (const name of VOCABULARY_NAMES) expect(vocabularyByName(name).name).toBe(name);
    expect(() => vocabularyByName('other')).toThrow('orch, kubernetes');
  });
});
