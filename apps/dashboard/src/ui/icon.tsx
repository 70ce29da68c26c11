import type { JSX } from 'preact';

/** Outlines in a square of 16. */
const shapes = {
  menu: 'M2 4h12M2 8h12M2 12h12',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM14 14l-3.4-3.4',
  close: 'M4 4l8 8M12 4l-8 8',
  sun: 'M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM8 1v1M8 14v1M1 8h1M14 8h1M3 3l.7.7M12.3 12.3l.7.7M13 3l-.7.7M3.7 12.3l-.7.7',
  out: 'M6 2H3v12h3M10 11l3-3-3-3M13 8H6',
  warning: 'M8 1.8 15 14H1ZM8 6v4M8 12v.1',
  info: 'M8 14.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM8 7.5v4M8 4.8v.1',
  download: 'M8 2v8M4.5 7 8 10.5 11.5 7M2.5 13.5h11',
  columns: 'M2 3h12v10H2ZM6 3v10M10 3v10',
  up: 'M4 10l4-4 4 4',
  down: 'M4 6l4 4 4-4',
  back: 'M10 3 5 8l5 5',
  edit: 'M10.5 2.5 13.5 5.5 5 14H2v-3Z',
  trash: 'M2.5 4h11M6 4V2.5h4V4M4 4l.7 10h6.6L12 4M6.7 7v4M9.3 7v4',
  eye: 'M1 8s2.5-5 7-5 7 5 7 5-2.5 5-7 5-7-5-7-5ZM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  copy: 'M5.5 5.5h8v8h-8ZM10.5 5.5v-3h-8v8h3',
  check: 'M3 8.5 6.5 12 13 4.5',
  more: 'M3 8v.1M8 8v.1M13 8v.1',
} as const;

export type IconName = keyof typeof shapes;

/** A decoration: whatever it means must also be said by text. */
export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  return (
    <svg class="icon-shape" viewBox="0 0 16 16" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  );
}
