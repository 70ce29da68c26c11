import { builtinResources } from '@orch/client';
import type { DemoObject } from './demo-object.js';

const service = (namespace: string, app: string): DemoObject => ({
  resource: builtinResources.services,
  namespace,
  name: app,
  labels: { app },
  content: { spec: { selector: { app }, ports: [{ name: 'http', port: 80, targetPort: 8080 }] } },
});

const configMap = (namespace: string, name: string, data: Readonly<Record<string, string>>): DemoObject => ({
  resource: builtinResources.configMaps,
  namespace,
  name,
  content: { data },
});

const secret = (namespace: string, name: string, stringData: Readonly<Record<string, string>>): DemoObject => ({
  resource: builtinResources.secrets,
  namespace,
  name,
  content: { stringData },
});

const quota = (namespace: string, hard: Readonly<Record<string, string>>): DemoObject => ({
  resource: builtinResources.resourceQuotas,
  namespace,
  name: 'limits',
  content: { spec: { hard } },
});

const volume = (name: string, storage: string): DemoObject => ({
  resource: builtinResources.persistentVolumes,
  name,
  content: {
    spec: {
      capacity: { storage },
      accessModes: ['ReadWriteOnce'],
      storageClassName: 'fast',
      persistentVolumeReclaimPolicy: 'Retain',
      nfs: { server: 'files.example.com', path: `/${name}` },
    },
  },
});

const claim = (namespace: string, name: string, storageClassName: string, storage: string): DemoObject => ({
  resource: builtinResources.persistentVolumeClaims,
  namespace,
  name,
  content: { spec: { accessModes: ['ReadWriteOnce'], storageClassName, resources: { requests: { storage } } } },
});

/** Services, storage, quotas, and what workloads read. No Secret holds anything real. */
export const CONFIGURATION: readonly DemoObject[] = [
  ...['web', 'cart', 'search'].map((app) => service('shop', app)),
  service('payments', 'api'),
  service('payments', 'ledger'),
  configMap('shop', 'feature-flags', { newCheckout: 'true', rollout: '5' }),
  configMap('shop', 'web-settings', { 'settings.yaml': 'theme: light\ncurrency: EUR\n' }),
  configMap('payments', 'providers', { default: 'example-bank' }),
  secret('payments', 'provider-credentials', { user: 'demo', password: 'not-a-real-password' }),
  secret('payments', 'ledger-database', { url: 'postgres://demo@ledger.example.com/ledger' }),
  secret('shop', 'session-key', { key: 'not-a-real-key' }),
  quota('shop', { pods: '12', 'requests.cpu': '2', 'requests.memory': '2Gi', secrets: '10' }),
  quota('analytics', { pods: '6', persistentvolumeclaims: '4' }),
  {
    resource: builtinResources.storageClasses,
    name: 'fast',
    content: { provisioner: 'disks.example.com', reclaimPolicy: 'Retain' },
  },
  volume('disk-1', '10Gi'),
  volume('disk-2', '10Gi'),
  volume('disk-3', '100Gi'),
  claim('payments', 'data-ledger-0', 'fast', '10Gi'),
  claim('payments', 'data-ledger-1', 'fast', '10Gi'),
  claim('analytics', 'archive', 'cold', '1Ti'),
  {
    resource: builtinResources.podDisruptionBudgets,
    namespace: 'shop',
    name: 'web',
    content: { spec: { minAvailable: 2, selector: { matchLabels: { app: 'web' } } } },
  },
];
