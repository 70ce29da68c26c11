import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { call, createMany } from './drive/api-calls.mjs';

/** @param {string} namespace */
export const deploymentsPath = (namespace) => `/apis/apps/v1/namespaces/${namespace}/deployments`;

/**
 * Writes a Deployment to create. The name is the server's to make.
 * @param {string} folder
 * @returns {string} the file
 */
export function writeDeployment(folder) {
  const labels = { app: 'bench', tier: 'backend' };
  const container = { name: 'main', image: 'registry.example/bench:1', ports: [{ containerPort: 8_080 }] };
  const body = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { generateName: 'bench-', labels },
    spec: {
      replicas: 0,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [container] } },
    },
  };
  const file = join(folder, 'deployment.json');
  writeFileSync(file, JSON.stringify(body));
  return file;
}

/**
 * Creates until there are `count`: names that the server makes are the same now and then.
 * @param {string} url of the collection
 * @param {number} count
 * @param {string} bodyFile
 */
export async function fillUpTo(url, count, bodyFile) {
  for (;;) {
    const { items, metadata } = JSON.parse(await call(`${url}?limit=1`));
    const missing = count - items.length - (metadata.remainingItemCount ?? 0);
    if (missing <= 0) return;
    await createMany(url, missing, bodyFile);
  }
}

const METADATA = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.orch.io';

/**
 * @param {string} url of the collection
 * @returns {Promise<string[]>}
 */
export async function deploymentNames(url) {
  const { items } = JSON.parse(await call(url, { accept: METADATA }));
  return items.map(({ metadata }) => metadata.name);
}
