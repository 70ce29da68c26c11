import { defineConfig } from 'vite';

/** For `vite` and `vite preview` while the page is written: the API server that answers, as in `ORCH_URL=https://127.0.0.1:6443`. */
const server = process.env.ORCH_URL;
const proxied = [
  '/api',
  '/apis',
  '/openapi',
  '/version',
  '/metrics',
  '/readyz',
  '/dashboard/config.json',
  '/dashboard/login',
  '/dashboard/streams',
];
const proxy =
  server === undefined
    ? undefined
    : Object.fromEntries(proxied.map((path) => [`^${path}`, { target: server, secure: false, changeOrigin: true }]));

export default defineConfig({
  root: import.meta.dirname,
  base: '/dashboard/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../../dist/apps/dashboard',
    emptyOutDir: true,
    target: 'es2023',
    // Data URLs would need more of the content security policy.
    assetsInlineLimit: 0,
    // The browsers that run the page preload modules by themselves.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { proxy },
  preview: { proxy },
});
