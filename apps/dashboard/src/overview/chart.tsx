import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { theme } from '../ui/theme';
import type { Line } from './draw-chart';

export interface ChartProps {
  /** Says what is drawn and what the last values are. */
  readonly label: string;
  /** In seconds since 1970. */
  readonly times: readonly number[];
  readonly lines: readonly Line[];
}

type Drawn = ReturnType<typeof import('./draw-chart').drawChart>;

/** Lines over time; what draws them is loaded when it is needed. */
export function Chart({ label, times, lines }: ChartProps): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  const drawn = useRef<Drawn | undefined>(undefined);
  const shownTheme = theme.value;
  useEffect(() => {
    const forget = (): void => {
      drawn.current?.destroy();
      drawn.current = undefined;
    };
    addEventListener('resize', forget);
    return () => {
      removeEventListener('resize', forget);
      forget();
    };
  }, [shownTheme]);
  useEffect(() => {
    void import('./draw-chart').then(({ drawChart }) => {
      if (host.current !== null) drawn.current = drawChart(host.current, times, lines, drawn.current);
    });
  });
  return (
    <figure class="chart">
      <div ref={host} role="img" aria-label={label} />
      <figcaption>
        {lines.map(({ label: name, color }) => (
          <span key={name}>
            <i ref={(element) => element?.style.setProperty('background', `var(${color})`)} />
            {name}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
