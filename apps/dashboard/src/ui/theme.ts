import { effect, signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';

/** As chosen in this tab; at first that of the system. */
export const theme = signal<Theme>('system');

effect(() => {
  if (theme.value === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
});

/** The other one than what is shown. */
export function switchTheme(): void {
  const isDark =
    theme.value === 'dark' || (theme.value === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  theme.value = isDark ? 'light' : 'dark';
}
