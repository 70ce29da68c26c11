import type { CertificateSigningRequest, ConfigMap, Secret, ServiceAccount } from '@orch/api';
import { builtinResources } from '@orch/client';
import { createCertificateAuthority, createPrivateKeyAndRequest, issueCertificate } from '@orch/pki';
import { accessibilityProblems, DashboardBrowser, TOKENS } from '../support/dashboard-browser.js';
import { replaceLine } from '../support/dashboard-editor.js';
import { shoot } from '../support/screenshots.js';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('details of objects in the dashboard', () => {
  let dashboard: DashboardBrowser;
  beforeAll(async () => {
    dashboard = await DashboardBrowser.start();
  });
  afterAll(async () => {
    await dashboard?.stop();
  });

  const open = (hash: string) => dashboard.openAs(TOKENS.admin, hash);
  const configMaps = () => dashboard.plane.client.resource<ConfigMap>(builtinResources.configMaps);
  const configMap = (name: string, owner?: ConfigMap): Promise<ConfigMap> =>
    configMaps().create({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        name,
        namespace: 'default',
        ...(owner && {
          ownerReferences: [
            {
              apiVersion: 'v1',
              kind: 'ConfigMap',
              name: owner.metadata.name!,
              uid: owner.metadata.uid!,
              controller: true,
            },
          ],
        }),
      },
    });

  test('the name and a value are copied', async () => {
    await configMaps().create({
      ...{ apiVersion: 'v1', kind: 'ConfigMap' },
      metadata: { name: 'copied', namespace: 'default' },
      data: { motto: 'two\nlines' },
    });
    const permissions = ['clipboard-read', 'clipboard-write'];
    const { page, problems } = await dashboard.openAs(TOKENS.admin, '#/object/-/v1/configmaps/default/copied', {
      permissions,
    });
    for (const [what, text] of [
      ['the name', 'copied'],
      ['the value of motto', 'two\nlines'],
    ] as const) {
      await page.getByRole('button', { name: `Copy ${what}`, exact: true }).click();
      await page
        .getByTitle('Copied', { exact: true })
        .nth(what === 'the name' ? 0 : 1)
        .waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(text);
    }
    expect(problems).toEqual([]);
  });

  test('a value of a Secret that is not text is not copied', async () => {
    await dashboard.plane.client.resource<Secret>(builtinResources.secrets).create({
      ...{ apiVersion: 'v1', kind: 'Secret' },
      metadata: { name: 'mixed', namespace: 'default' },
      data: { binary: Buffer.from([255, 254]).toString('base64'), text: base64('hidden') },
    });
    const { page, problems } = await open('#/object/-/v1/secrets/default/mixed');
    await page.getByRole('button', { name: 'Show the values' }).click();
    await page.getByText('(2 bytes that are not text)').waitFor();
    expect(await page.getByRole('button', { name: /^Copy the value/ }).count()).toBe(1);
    expect(await page.getByRole('button', { name: 'Copy the value of text', exact: true }).count()).toBe(1);
    expect(problems).toEqual([]);
  });

  test('what a certificate request asks for is decoded', async () => {
    const { requestPem } = await createPrivateKeyAndRequest({
      commonName: 'jane',
      organizations: ['devs'],
      dnsNames: ['jane.example.com'],
      ipAddresses: ['2001:db8::1'],
    });
    await dashboard.plane.client
      .resource<CertificateSigningRequest>(builtinResources.certificateSigningRequests)
      .create({
        kind: 'CertificateSigningRequest',
        metadata: { name: 'jane' },
        spec: { request: base64(requestPem), signerName: 'example.com/people', usages: ['client auth'] },
      } as CertificateSigningRequest);
    const { page, problems } = await open('#/list/-/v1/namespaces');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('certificate signing');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'jane', exact: true }).click();
    await page.getByRole('heading', { name: 'Requested' }).waitFor();
    await page.getByText('O=devs, CN=jane').waitFor();
    await page.getByText('DNS jane.example.com, IP 2001:db8::1').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await shoot(page, 'certificate-request');
    expect(problems).toEqual([]);
  });

  test('the certificates of a Secret are decoded when its values are shown', async () => {
    const validity = { notBeforeMs: Date.now() - 86_400_000, validityDays: 20 };
    const ca = await createCertificateAuthority({ commonName: 'Example CA', ...validity });
    const issued = await issueCertificate({
      ca,
      commonName: 'api',
      dnsNames: ['api.example.com'],
      usages: ['digital signature', 'server auth'],
      ...validity,
    });
    await dashboard.plane.client.resource<Secret>(builtinResources.secrets).create({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'serving', namespace: 'default' },
      stringData: { 'tls.crt': issued.certificatePem + ca.certificatePem, 'tls.key': issued.privateKeyPem },
    });
    const { page, problems } = await open('#/object/-/v1/secrets/default/serving');
    await page.getByRole('button', { name: 'Show the values' }).click();
    await page.getByRole('heading', { name: 'tls.crt, 1 of 2' }).waitFor();
    await page.getByText('DNS api.example.com').waitFor();
    expect(await page.getByText(/^expires in 1[89]d/).count()).toBe(2);
    await page.getByText('may sign certificates').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('heading', { name: 'Certificates' }).scrollIntoViewIfNeeded();
    await shoot(page, 'certificates');
    await page.getByRole('button', { name: 'Hide' }).click();
    await page.getByRole('heading', { name: 'Certificates' }).waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });

  test('who set each line, and what changed since the page was opened', async () => {
    const created = await configMaps().apply(
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'managed', namespace: 'default' },
        data: { color: 'blue' },
      },
      { fieldManager: 'deployer' },
    );
    const { page, problems } = await open('#/object/-/v1/configmaps/default/managed?tab=yaml');
    await page.getByRole('button', { name: 'Managers' }).click();
    await page.locator('.cm-owners', { hasText: 'deployer' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await shoot(page, 'managers');
    expect(await page.getByRole('button', { name: 'Changes', exact: true }).isDisabled()).toBe(true);
    await configMaps().replace({ ...created, data: { color: 'green' } });
    await page.getByRole('button', { name: 'Changes', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Changes since you opened this page' });
    await dialog.locator('.cm-changedLine', { hasText: 'green' }).waitFor();
    await dialog.locator('.cm-deletedChunk', { hasText: 'blue' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await shoot(page, 'changes');
    expect(problems).toEqual([]);
  });

  test('owners and owned objects are found when asked for', async () => {
    const top = await configMap('top');
    const middle = await configMap('middle', top);
    await configMap('bottom', middle);
    const { page, problems } = await open('#/object/-/v1/configmaps/default/middle');
    await page.getByRole('button', { name: 'Find them' }).click();
    await page.getByText(/^Looked through \d+ kinds\.$/).waitFor();
    const tree = page.locator('.family');
    expect(await tree.getByRole('link').allTextContents()).toEqual(['ConfigMap top', 'ConfigMap bottom']);
    expect(await accessibilityProblems(page)).toEqual([]);
    await tree.scrollIntoViewIfNeeded();
    await shoot(page, 'owners');
    expect(problems).toEqual([]);
  });

  test('a token for a ServiceAccount is shown once', async () => {
    await dashboard.plane.client
      .resource<ServiceAccount>(builtinResources.serviceAccounts)
      .create({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'robot', namespace: 'default' } });
    const { page, problems } = await open('#/object/-/v1/serviceaccounts/default/robot');
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('button', { name: 'Create token…' }).click();
    await page.getByLabel('Valid for').selectOption('10 minutes');
    expect(await accessibilityProblems(page)).toEqual([]);
    await shoot(page, 'token-order');
    await page.getByRole('button', { name: 'Create token', exact: true }).click();
    const token = page.getByText(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/);
    await token.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const payload = JSON.parse(
      Buffer.from((await token.innerText()).split('.')[1] ?? '', 'base64url').toString(),
    ) as object;
    expect(payload).toMatchObject({ sub: 'system:serviceaccount:default:robot' });
    await shoot(page, 'token');
    await page.getByRole('button', { name: 'Close' }).last().click();
    await token.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });

  test('an object is created from the fields that its kind requires; what the server refuses is marked', async () => {
    const { page } = await open('#/list/-/v1/services?namespace=default');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByLabel('YAML', { exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('alert').getByText('metadata.name').first().waitFor();
    await page.locator('.cm-lint-marker-error').first().waitFor();
    await shoot(page, 'create');
    await replaceLine(page, 'name: ""', 'name: front');
    await replaceLine(page, 'spec:', 'spec: {clusterIP: None}');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('The server would create it as it is.').waitFor();
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'front', exact: true }).waitFor();
  });
});
