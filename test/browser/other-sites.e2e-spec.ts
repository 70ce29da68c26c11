import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ConfigMap, Namespace } from '@orch/api';
import { builtinResources } from '@orch/client';
import { temporaryDirectory, type TemporaryDirectory } from '@orch/testing';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { DashboardBrowser } from '../support/dashboard-browser.js';

const ORCHCTL = join(__dirname, '../../bin/orchctl.js');

describe('a browser with the certificate of the administrator', () => {
  let files: TemporaryDirectory;
  let dashboard: DashboardBrowser;
  let site: Server;
  let options: BrowserContextOptions;

  beforeAll(async () => {
    files = await temporaryDirectory();
    dashboard = await DashboardBrowser.start();
    const pfxPath = join(files.path, 'me.p12');
    const args = ['--orchconfig', dashboard.plane.adminConf, 'config', 'export-pkcs12', pfxPath];
    const { stdout } = await promisify(execFile)(process.execPath, [ORCHCTL, ...args]);
    const passphrase = /password: (\S+)/.exec(stdout)?.[1] ?? '';
    options = { clientCertificates: [{ origin: dashboard.plane.url, pfxPath, passphrase }] };
    site = createServer((_request, reply) => {
      reply.writeHead(200, { 'content-type': 'text/html' });
      reply.end('<!doctype html><title>another site</title><iframe name="hidden"></iframe>');
    });
    await once(site.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(async () => {
    site?.closeAllConnections();
    site?.close();
    await dashboard?.stop();
    await files?.remove();
  });

  const signedIn = async (): Promise<Page> => {
    const { page } = await dashboard.open('#/list/-/v1/configmaps?namespace=default', options);
    await page.getByRole('button', { name: 'Use the browser’s certificate' }).click();
    await page.getByRole('button', { name: /^User orch-admin/ }).waitFor();
    return page;
  };
  const namespaces = async (): Promise<(string | undefined)[]> => {
    const { items } = await dashboard.plane.client.resource<Namespace>(builtinResources.namespaces).list();
    return items.map(({ metadata }) => metadata.name);
  };

  test('signs in with it, and lists follow the server', async () => {
    const page = await signedIn();
    await page
      .getByText(/^No Config Maps|kube-root-ca|root-ca/)
      .first()
      .waitFor();
    await dashboard.plane.client
      .resource<ConfigMap>(builtinResources.configMaps)
      .create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'seen', namespace: 'default' } });
    await page.getByRole('link', { name: 'seen' }).waitFor();
  });

  describe('that visits another site', () => {
    let page: Page;
    beforeAll(async () => {
      page = await signedIn();
      // The certificate is used for requests of scripts: else the refusals below would mean nothing.
      const code = await page.evaluate<number>(
        `fetch('/api/v1/namespaces', { method: 'POST', body: new Blob(['{"metadata":{"name":"own"}}']) }).then(({ status }) => status)`,
      );
      expect(code).toBe(201);
    });
    beforeEach(async () => {
      await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    });

    const inSite = <T>(script: string): Promise<T> =>
      page.evaluate<T>(`(async () => { const api = ${JSON.stringify(dashboard.plane.url)}; ${script} })()`);

    test.each([
      [
        'a body without a type',
        `await fetch(api + path, { method: 'POST', mode: 'no-cors', credentials: 'include', body: new Blob([body]) })`,
      ],
      ['a text', `await fetch(api + path, { method: 'POST', mode: 'no-cors', credentials: 'include', body })`],
      [
        'a form',
        `await fetch(api + path, { method: 'POST', mode: 'no-cors', credentials: 'include', body: new URLSearchParams([[body, '']]) })`,
      ],
      [
        'JSON',
        `await fetch(api + path, { method: 'POST', credentials: 'include', headers: { 'content-type': 'application/json' }, body }).catch(() => undefined)`,
      ],
      ['a beacon', `navigator.sendBeacon(api + path, new Blob([body]))`],
    ])('nothing is stored that it sends: %s', async (kind, send) => {
      const name = `forged-${kind.replaceAll(' ', '-')}`.toLowerCase();
      await inSite(
        `const path = '/api/v1/namespaces'; const body = JSON.stringify({ metadata: { name: '${name}' } }); ${send}`,
      );
      // Beacons are sent later; the answer to one more request of the page comes after them.
      await inSite(`await fetch(api + '/version', { mode: 'no-cors', credentials: 'include' })`);
      expect(await namespaces()).not.toContain(name);
    });

    test('nor by a form that is shown elsewhere', async () => {
      const answered = page.waitForResponse((response) => response.url().endsWith('/api/v1/namespaces'));
      await inSite(`
        const form = document.body.appendChild(document.createElement('form'));
        Object.assign(form, { method: 'POST', enctype: 'text/plain', action: api + '/api/v1/namespaces', target: 'hidden' });
        const field = form.appendChild(document.createElement('input'));
        Object.assign(field, { name: '{"metadata":{"name":"forged-form","annotations":{"a":"', value: '"}}}' });
        form.submit();`);
      expect((await answered).status()).toBe(403);
      expect(await namespaces()).not.toContain('forged-form');
    });

    test('no answer can be read, whatever asks for it', async () => {
      const read = await inSite<object>(`
        const of = (path, init) => fetch(api + path, { credentials: 'include', ...init }).then(({ type }) => type, () => 'refused');
        const until = (target, events) => new Promise((resolve) => events.forEach((type) => target.addEventListener(type, () => resolve(type))));
        return {
          secrets: await of('/api/v1/secrets'),
          opaque: await of('/api/v1/secrets', { mode: 'no-cors' }),
          page: await of('/dashboard/'),
          config: await of('/dashboard/config.json'),
          stream: await of('/dashboard/streams', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }),
          webSocket: await until(new WebSocket(api.replace('https', 'wss') + '/api/v1/secrets?watch=true'), ['open', 'error']),
          events: await until(new EventSource(api + '/api/v1/secrets?watch=true', { withCredentials: true }), ['open', 'error']),
          script: await until(Object.assign(document.head.appendChild(document.createElement('script')), { src: api + '/dashboard/config.json' }), ['load', 'error']),
        };`);
      expect(read).toEqual({
        secrets: 'refused',
        opaque: 'opaque',
        page: 'refused',
        config: 'refused',
        stream: 'refused',
        webSocket: 'error',
        events: 'error',
        script: 'error',
      });
    });

    test('the dashboard is shown in no frame, so that no click can be led to it', async () => {
      for (const element of ['iframe', 'embed', 'object']) {
        await inSite(`
          const frame = document.createElement('${element}');
          frame.setAttribute('${element === 'object' ? 'data' : 'src'}', api + '/dashboard/');
          const ended = new Promise((resolve) => ['load', 'error'].forEach((type) => frame.addEventListener(type, resolve)));
          document.body.append(frame);
          await ended;`);
      }
      const shown = await Promise.all(
        page.frames().map((frame) =>
          frame
            .locator('#page')
            .count()
            .catch(() => 0),
        ),
      );
      expect(shown.every((count) => count === 0)).toBe(true);
    });

    test('a window of it that another site opened is apart from that site', async () => {
      const [opened] = await Promise.all([
        page.waitForEvent('popup'),
        inSite(`globalThis.opened = window.open(api + '/dashboard/')`),
      ]);
      await opened.getByRole('heading', { name: 'Sign in to Orch' }).waitFor();
      expect(await opened.evaluate('String(window.opener)')).toBe('null');
      expect(await page.evaluate('opened.closed')).toBe(true);
      await opened.close();
    });
  });
});
