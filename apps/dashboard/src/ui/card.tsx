import type { ComponentChildren, JSX } from 'preact';
import './card.css';

export interface CardProps {
  readonly title: string;
  readonly isWhole?: boolean;
  readonly children: ComponentChildren;
}

export function Card({ title, isWhole, children }: CardProps): JSX.Element {
  return (
    <section class={isWhole === true ? 'card whole' : 'card'}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
