import { startControlPlane, type TestControlPlane } from '@orch/testing';
import type { VocabularyName } from '@orch/vocabulary';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Of the distribution; elsewhere name it in ORCH_TEST_CHROMIUM. */
const executablePath = process.env['ORCH_TEST_CHROMIUM'] ?? '/usr/bin/chromium';

/** The administrator of the test's control plane, and a user without any rights. */
export const TOKENS = { admin: 'token-of-the-administrator', newcomer: 'token-of-a-newcomer' } as const;

/** A control plane started by `orch up`, and a browser. */
export class DashboardBrowser {
  private constructor(
    readonly plane: TestControlPlane,
    private readonly browser: Browser,
  ) {}

  static start(...flags: readonly string[]): Promise<DashboardBrowser> {
    return DashboardBrowser.startIn('orch', ...flags);
  }

  /** A control plane in a vocabulary. */
  static async startIn(vocabulary: VocabularyName, ...flags: readonly string[]): Promise<DashboardBrowser> {
    if (!existsSync(executablePath)) {
      throw new Error('no Chromium: apt-get install --no-install-recommends chromium, or set ORCH_TEST_CHROMIUM');
    }
    const directory = await mkdtemp(join(tmpdir(), 'orch-tokens-'));
    const file = join(directory, 'tokens.csv');
    await writeFile(file, `${TOKENS.admin},admin,1,"system:masters"\n${TOKENS.newcomer},newcomer,2,\n`);
    const plane = await startControlPlane({
      command: 'up',
      vocabulary,
      flags: [`--token-auth-file=${file}`, '--dashboard-link', ...flags],
      storage: 'embedded',
    });
    try {
      return new DashboardBrowser(plane, await chromium.launch({ executablePath, args: FLAGS }));
    } catch (error) {
      await plane.stop();
      throw error;
    }
  }

  /** A page of its own context. @param hash the view. */
  async open(hash = '', options: BrowserContextOptions = {}): Promise<OpenPage> {
    const context = await this.browser.newContext({ ignoreHTTPSErrors: true, ...options });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    await page.goto(`${this.plane.url}/dashboard/${hash}`);
    return { page, problems };
  }

  /** `open`, then signs in with the token. */
  async openAs(token: string, hash = '', options: BrowserContextOptions = {}): Promise<OpenPage> {
    const open = await this.open(hash, options);
    await signIn(open.page, token);
    return open;
  }

  /** The code of the one-time link that `orch up` printed. */
  linkCode(): string {
    return /#link=([\w-]+)/.exec(this.plane.process.log())?.[1] ?? '';
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.plane.stop();
  }
}

export interface OpenPage {
  readonly page: Page;
  /** Errors in the console, among them each violation of the content security policy. */
  readonly problems: readonly string[];
}

export async function signIn(page: Page, token: string): Promise<void> {
  await page.getByLabel('Token').fill(token);
  await page.keyboard.press('Enter');
  await page.locator('.shell').waitFor();
}

const axe = require.resolve('axe-core/axe.min.js');

/** What axe finds against WCAG 2.1 A and AA on the page as it is now, a line for each place. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(axe, 'utf8'));
  const violations = await page.evaluate<
    readonly { id: string; nodes: readonly { target: readonly string[]; failureSummary: string }[] }[]
  >(`axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }).then((result) => result.violations)`);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}
