import { signal } from '@preact/signals';

/** The time, for ages: changes every ten seconds while the tab is visible. */
export const now = signal(Date.now());

setInterval(() => {
  if (document.visibilityState === 'visible') now.value = Date.now();
}, 10_000);

document.addEventListener('visibilitychange', () => {
  now.value = Date.now();
});
