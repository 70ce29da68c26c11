import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

export interface Line {
  readonly label: string;
  /** Name of a colour, as in `--accent`. */
  readonly color: string;
  readonly values: readonly (number | null)[];
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const clockTime = (seconds: number): string => clock.format(seconds * 1_000);

const colorOf = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** `light-dark(a, b)` as the colour that holds: a canvas knows no CSS functions. */
function resolve(host: HTMLElement, name: string): string {
  host.style.color = `var(${name})`;
  const color = getComputedStyle(host).color;
  host.style.color = '';
  return color || colorOf(name);
}

/** Draws lines over time, in seconds since 1970, into an element; call again with the result for new data. */
export function drawChart(host: HTMLElement, times: readonly number[], lines: readonly Line[], chart?: uPlot): uPlot {
  const data = [times, ...lines.map(({ values }) => values)] as unknown as uPlot.AlignedData;
  if (chart !== undefined) {
    chart.setData(data);
    return chart;
  }
  const axis: uPlot.Axis = {
    stroke: resolve(host, '--muted'),
    grid: { stroke: resolve(host, '--border'), width: 1 },
    ticks: { show: false },
    font: '11px system-ui, sans-serif',
  };
  const options: uPlot.Options = {
    width: host.clientWidth,
    height: 150,
    legend: { show: false },
    cursor: { show: false },
    scales: { y: { range: (_, __, highest) => [0, Math.max(1, highest * 1.15)] } },
    axes: [
      { ...axis, size: 26, space: 80, values: (_, seconds) => seconds.map(clockTime) },
      { ...axis, size: 44 },
    ],
    series: [
      {},
      ...lines.map(({ label, color }) => ({
        label,
        stroke: resolve(host, color),
        width: 1.6,
        points: { show: false },
      })),
    ],
  };
  return new uPlot(options, data, host);
}
