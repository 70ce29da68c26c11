import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { type ApiObject, listAt } from '../../api/object';
import { formatSpan } from '../../ui/age';
import { few } from '../../ui/bounds';
import { now } from '../../ui/clock';
import { type AgeAxis, ageAxis } from './age-axis';
import { conditionTone } from './condition-tone';
import './timeline.css';
import { type Transition, type Transitions, withConditions } from './transitions';

const percent = (part: number): string => `${(part * 100).toFixed(2)}%`;

/**
 * Conditions over time, as far as is known: the object has the time of the last change of each condition, and earlier ones are known
 * since the page was opened.
 */
export function Timeline({ object }: { readonly object: ApiObject }): JSX.Element | null {
  const known = useRef<Transitions>(new Map());
  const transitions = withConditions(known.current, listAt(object, 'status', 'conditions'));
  known.current = transitions;
  if (transitions.size === 0) return null;
  const { shown: tracks } = few([...transitions]);
  const nowMs = now.value;
  const created = Date.parse(object.metadata.creationTimestamp ?? '');
  const began = Math.min(...tracks.map(([, [first]]) => first?.from ?? nowMs), Number.isNaN(created) ? nowMs : created);
  const axis = ageAxis(nowMs - began);
  return (
    <figure class="timeline" role="img" aria-label={`Timeline: ${tracks.map(trackText).join(', ')}`}>
      {tracks.map(([type, states]) => (
        <div key={type} class="timeline-row">
          <span>{type}</span>
          <Track type={type} states={states} axis={axis} nowMs={nowMs} />
        </div>
      ))}
      <div class="timeline-row">
        <span class="muted">{Number.isNaN(created) || began < created ? '' : 'created'}</span>
        <Axis axis={axis} oldestMs={nowMs - began} />
      </div>
    </figure>
  );
}

const trackText = ([type, states]: readonly [string, readonly Transition[]]): string => {
  const last = states.at(-1);
  return last === undefined ? type : `${type} ${last.status} since ${new Date(last.from).toISOString()}`;
};

interface TrackProps {
  readonly type: string;
  readonly states: readonly Transition[];
  readonly axis: AgeAxis;
  readonly nowMs: number;
}

function Track({ type, states, axis, nowMs }: TrackProps): JSX.Element {
  return (
    <svg class="timeline-track" width="100%" height="16">
      <rect class="timeline-unknown" y="7" width="100%" height="2" />
      {states.map(({ status, from }, index) => {
        const begin = axis.position(nowMs - from);
        const end = axis.position(nowMs - (states[index + 1]?.from ?? nowMs));
        return (
          <rect
            key={`${from} ${status}`}
            class={conditionTone(type, status)}
            x={percent(Math.min(begin, 0.995))}
            width={percent(Math.max(0.005, end - begin))}
            y="2"
            height="12"
          >
            <title>
              {status} from {new Date(from).toISOString()}
            </title>
          </rect>
        );
      })}
    </svg>
  );
}

function Axis({ axis, oldestMs }: { readonly axis: AgeAxis; readonly oldestMs: number }): JSX.Element {
  return (
    <svg class="timeline-axis" width="100%" height="18">
      <text x="0" y="13">
        {formatSpan(oldestMs)} ago
      </text>
      {axis.marksMs.map((mark) => (
        <text key={mark} x={percent(axis.position(mark))} y="13" text-anchor="middle">
          {markText(mark)}
        </text>
      ))}
      <text x="100%" y="13" text-anchor="end">
        now
      </text>
    </svg>
  );
}

/** `formatSpan` writes a minute as 60s. */
const markText = (ms: number): string => (ms === 60_000 ? '1m' : formatSpan(ms));
