import type { ComponentChildren, JSX } from 'preact';
import { Icon } from './icon';

/** A message in the flow of the page. Problems are announced to screen readers. */
export function Notice({
  tone = 'info',
  children,
}: {
  readonly tone?: 'info' | 'warn' | 'bad';
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <div class={`notice ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon name={tone === 'info' ? 'info' : 'warning'} />
      <div>{children}</div>
    </div>
  );
}

export function Empty({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
}): JSX.Element {
  return (
    <div class="empty">
      <strong>{title}</strong>
      {children}
    </div>
  );
}
