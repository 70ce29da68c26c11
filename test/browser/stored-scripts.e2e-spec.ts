import { createPrivateKeyAndRequest } from '@orch/pki';
import type { Page } from 'playwright-core';
import { DashboardBrowser, TOKENS } from '../support/dashboard-browser.js';
import { AdminCalls } from '../support/dashboard-calls.js';

const SCRIPT = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
const LINK = 'javascript:window.hacked=1';
/** In attributes, in quotes, in templates. */
const BREAK_OUT = `"'\`>${SCRIPT}{{constructor.constructor("window.hacked=1")()}}`;
const ALL = `${BREAK_OUT} ${LINK}`;
const GROUP = 'hostile.example.com';
const RBAC = '/apis/rbac.authorization.orch.io/v1';

/** What no page of the dashboard has, whatever is stored: a script that ran, and elements by which one could run. */
async function expectHarmless(page: Page): Promise<void> {
  const found = await page.evaluate<object>(`(() => {
    const all = [document, ...[...document.querySelectorAll('*')].flatMap((e) => e.shadowRoot ?? [])].flatMap((r) => [...r.querySelectorAll('*')]);
    return {
      ran: window.hacked,
      scripts: all.filter((e) => e.localName === 'script' && !e.src.startsWith(location.origin + '/dashboard/assets/')).length,
      handlers: all.flatMap((e) => [...e.attributes]).filter(({ name }) => name.startsWith('on')).length,
      links: all.flatMap((e) => [...e.attributes]).filter(({ name, value }) => ['href', 'src', 'action', 'srcdoc'].includes(name) && /^\\s*(javascript|data|vbscript):/i.test(value)).length,
      frames: all.filter(({ localName }) => ['iframe', 'object', 'embed', 'base'].includes(localName)).length,
    };
  })()`);
  expect(found).toEqual({ scripts: 0, handlers: 0, links: 0, frames: 0 });
}

describe('scripts that are stored in objects', () => {
  let dashboard: DashboardBrowser;
  let calls: AdminCalls;

  beforeAll(async () => {
    dashboard = await DashboardBrowser.start();
    calls = new AdminCalls(dashboard);
    await storeScripts();
  });
  afterAll(async () => {
    await calls?.close();
    await dashboard?.stop();
  });

  /** Wherever the API takes free text. */
  async function storeScripts(): Promise<void> {
    const { metadata } = await calls.send<{ metadata: { uid: string } }>(
      'POST',
      `/api/v1/namespaces/default/configmaps?fieldManager=${encodeURIComponent(SCRIPT)}`,
      {
        metadata: {
          name: 'hostile',
          annotations: { note: ALL, url: LINK },
          finalizers: ['hostile.example.com/javascript-alert'],
        },
        data: { 'index.html': ALL, link: LINK },
      },
    );
    await calls.send('DELETE', '/api/v1/namespaces/default/configmaps/hostile');
    await calls.send('POST', `/api/v1/namespaces/default/configmaps?fieldManager=${encodeURIComponent(SCRIPT)}`, {
      metadata: { name: 'changed' },
      data: { key: 'value' },
    });
    await calls.send('POST', '/api/v1/namespaces/default/secrets', {
      metadata: { name: 'hostile' },
      stringData: { 'index.html': ALL },
    });
    await calls.send('POST', '/api/v1/namespaces/default/events', {
      metadata: { name: 'hostile' },
      involvedObject: { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'default', name: 'hostile', uid: metadata.uid },
      type: 'Warning',
      reason: SCRIPT,
      message: ALL,
      source: { component: SCRIPT },
      lastTimestamp: new Date().toISOString(),
      firstTimestamp: new Date().toISOString(),
    });
    await calls.send('POST', '/apis/coordination.orch.io/v1/namespaces/default/leases', {
      metadata: { name: 'hostile' },
      spec: { holderIdentity: ALL, leaseDurationSeconds: 15, renewTime: '2026-01-01T00:00:00.000000Z' },
    });
    await calls.send('POST', `${RBAC}/clusterroles`, {
      metadata: { name: 'hostile' },
      rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'], resourceNames: ['hostile'] }],
    });
    await calls.send('POST', `${RBAC}/clusterrolebindings`, {
      metadata: { name: 'hostile' },
      roleRef: { apiGroup: 'rbac.authorization.orch.io', kind: 'ClusterRole', name: 'hostile' },
      subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.orch.io', name: ALL }],
    });
    const { requestPem } = await createPrivateKeyAndRequest({
      commonName: SCRIPT,
      organizations: [LINK],
      dnsNames: [],
    });
    await calls.send('POST', '/apis/certificates.orch.io/v1/certificatesigningrequests', {
      metadata: { name: 'hostile' },
      spec: {
        request: Buffer.from(requestPem).toString('base64'),
        signerName: 'example.com/people',
        usages: ['client auth'],
      },
    });
    await storeKind();
  }

  /** A kind whose definition, rows and objects are hostile. */
  async function storeKind(): Promise<void> {
    const text = { type: 'string', description: ALL };
    const schema = {
      type: 'object',
      description: ALL,
      properties: {
        spec: {
          type: 'object',
          required: ['note', 'choice'],
          properties: { note: { ...text, default: ALL }, choice: { ...text, enum: [ALL] }, other: text },
        },
        status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      },
    };
    await calls.send('POST', '/apis/apiextensions.orch.io/v1/customresourcedefinitions', {
      metadata: { name: `constructor.${GROUP}` },
      spec: {
        group: GROUP,
        scope: 'Namespaced',
        names: { plural: 'constructor', kind: 'Constructor' },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            deprecated: true,
            deprecationWarning: SCRIPT,
            schema: { openAPIV3Schema: schema },
            additionalPrinterColumns: [
              { name: SCRIPT, type: 'string', jsonPath: '.spec.note', description: ALL },
              { name: 'Status', type: 'string', jsonPath: '.spec.note' },
            ],
          },
        ],
      },
    });
    const path = `/apis/${GROUP}/v1/namespaces/default/constructor`;
    for (;;) {
      const created = await calls
        .send('POST', path, {
          apiVersion: `${GROUP}/v1`,
          kind: 'Constructor',
          metadata: { name: 'hostile' },
          spec: { note: ALL, choice: ALL },
          status: {
            phase: ALL,
            conditions: [{ type: 'Ready', status: 'False', reason: SCRIPT, message: ALL }],
          },
        })
        .catch((error: Error) => {
          if (!error.message.includes(' 404 ')) throw error; // the kind is not served yet
        });
      if (created !== undefined) return;
    }
  }

  const open = (hash: string) => dashboard.openAs(TOKENS.admin, hash);

  test.each([
    ['an object', '#/object/-/v1/configmaps/default/hostile', BREAK_OUT.slice(0, 20)],
    ['its YAML', '#/object/-/v1/configmaps/default/hostile?tab=yaml', 'onerror'],
    ['an event', '#/object/-/v1/events/default/hostile', 'hostile'],
    ['the list of events', '#/list/-/v1/events', 'onerror'],
    ['a lease', '#/object/coordination.orch.io/v1/leases/default/hostile', 'onerror'],
    ['a binding', '#/object/rbac.authorization.orch.io/v1/clusterrolebindings/-/hostile', 'onerror'],
    ['a certificate request', '#/object/certificates.orch.io/v1/certificatesigningrequests/-/hostile', 'onerror'],
    [
      'a definition',
      `#/object/apiextensions.orch.io/v1/customresourcedefinitions/-/constructor.${GROUP}`,
      'constructor',
    ],
    ['rows of a kind of others', `#/list/${GROUP}/v1/constructor?wide=1`, 'onerror'],
    ['an object of a kind of others', `#/object/${GROUP}/v1/constructor/default/hostile`, 'onerror'],
    ['its YAML, with completions', `#/object/${GROUP}/v1/constructor/default/hostile?tab=yaml`, 'onerror'],
    ['a new object of it', `#/new/${GROUP}/v1/constructor?namespace=default`, 'onerror'],
    ['what is stuck', '#/stuck', 'hostile'],
    ['recent changes', '#/changes', 'onerror'],
    ['controllers', '#/controllers', 'onerror'],
    ['overview', '', 'onerror'],
  ])('are text in %s', async (_name, hash, expected) => {
    const { page, problems } = await open(hash);
    // In a form it is a choice of a field.
    const state = hash.startsWith('#/new/') ? 'attached' : 'visible';
    await page.getByText(expected).first().waitFor({ state });
    await expectHarmless(page);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  test('are text in an address that someone sends', async () => {
    for (const hash of [
      `#/list/-/v1/configmaps?q=${encodeURIComponent(ALL)}&labels=${encodeURIComponent(SCRIPT)}`,
      `#/object/-/v1/configmaps/default/${encodeURIComponent(SCRIPT)}`,
      `#/object/-/v1/configmaps/${encodeURIComponent('../..')}/${encodeURIComponent('..')}`,
      `#/list/-/v1/${encodeURIComponent(SCRIPT)}`,
      `#/${encodeURIComponent(LINK)}`,
      '#/%',
    ]) {
      const { page } = await open(hash);
      await page.getByRole('heading').first().waitFor();
      await expectHarmless(page);
      await page.context().close();
    }
  });

  test('are text among the values of a Secret, who may, warnings, managers and differences', async () => {
    const { page, problems } = await open('#/object/-/v1/secrets/default/hostile');
    await page.getByRole('button', { name: 'Show the values' }).click();
    await page.getByText('onerror').first().waitFor();
    await expectHarmless(page);
    await page.goto(`${dashboard.plane.url}/dashboard/#/access?verb=get&resource=secrets`);
    await page.getByText('onerror').first().waitFor();
    await expectHarmless(page);
    await page.goto(`${dashboard.plane.url}/dashboard/#/object/-/v1/configmaps/default/hostile?tab=yaml`);
    await page.getByRole('button', { name: 'Managers' }).click();
    await page.locator('.cm-owners', { hasText: 'onerror' }).first().waitFor();
    await expectHarmless(page);
    await page.goto(`${dashboard.plane.url}/dashboard/#/new/${GROUP}/v1/constructor?namespace=default`);
    // A choice of a field in the form.
    await page.getByText('onerror').first().waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Check' }).click();
    await page.locator('.warning-toast', { hasText: 'onerror' }).waitFor();
    await expectHarmless(page);
    expect(problems.filter((text) => !text.includes('422'))).toEqual([]); // the empty name
  });
});
