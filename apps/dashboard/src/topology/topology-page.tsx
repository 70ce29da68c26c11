import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { FilterInput } from '../filter/filter-input';
import { addShortcuts } from '../keyboard/shortcuts';
import { titleOf } from '../kinds/sections';
import { namespace } from '../route/namespace';
import { route, setParameters } from '../route/route';
import type { Session } from '../session/session';
import { Empty, Notice } from '../ui/notice';
import { moveFocus } from './arrow-keys';
import { Box } from './box';
import { LaneView } from './lane-view';
import type { Lane } from './topology';
import type { TopologyObject } from './topology-object';
import { type SeenTopology, useTopology } from './use-topology';
import './topology.css';

const MOST_LANES = 100;

/** How the workloads of a namespace, or of all, belong together; live. */
export function TopologyPage({ session }: { readonly session: Session }): JSX.Element {
  const here = namespace.value;
  const seen = useTopology(session, here);
  const { parameters } = route.value;
  const filter = (parameters.get('q') ?? '').toLowerCase();
  const onlyProblems = parameters.get('problems') === '1';
  const lanes = (seen?.topology.lanes ?? []).filter(
    (lane) => (!onlyProblems || lane.hasProblems) && lane.text.includes(filter),
  );
  return (
    <>
      <div class="view-head">
        <h1>Topology</h1>
        <span class="badge">{lanes.length}</span>
        {here !== '' && <span class="muted">in {here}</span>}
        <div class="view-actions">
          <FilterInput filter={filter} />
          <button
            type="button"
            class="button"
            aria-pressed={onlyProblems}
            onClick={() => setParameters({ problems: onlyProblems ? '' : '1' })}
          >
            Only with problems
          </button>
        </div>
      </div>
      <div class="topology">
        {seen !== undefined && <Gaps seen={seen} shown={lanes.length} />}
        {seen?.isLoading !== false && <p class="muted">Reading…</p>}
        {seen?.isLoading === false && lanes.length === 0 && (
          <Empty title={seen.topology.lanes.length === 0 ? 'No workloads here' : 'Nothing matches the filter'} />
        )}
        {seen !== undefined && <Picture session={session} seen={seen} lanes={lanes} isOfMany={here === ''} />}
      </div>
    </>
  );
}

function Gaps({ seen, shown }: { readonly seen: SeenTopology; readonly shown: number }): JSX.Element | null {
  const { missing, partial } = seen;
  if (missing.length + partial.length === 0 && shown <= MOST_LANES) return null;
  return (
    <Notice tone="warn">
      {missing.length > 0 && <p>Without {missing.map(titleOf).join(', ')}, which you may not list here.</p>}
      {partial.length > 0 && <p>Only the first 1,000 are looked at of: {partial.map(titleOf).join(', ')}.</p>}
      {shown > MOST_LANES && <p>The first 100 of {shown} workloads are shown: choose a namespace, or filter them.</p>}
    </Notice>
  );
}

interface PictureProps {
  readonly session: Session;
  readonly seen: SeenTopology;
  readonly lanes: readonly Lane[];
  readonly isOfMany: boolean;
}

function Picture({ session, seen, lanes, isOfMany }: PictureProps): JSX.Element {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const move = (step: number): void => {
      const tops = [...(host.current?.querySelectorAll<HTMLElement>('[data-level="1"]') ?? [])];
      const lane = document.activeElement?.closest('.lane');
      const index = tops.findIndex((top) => lane?.contains(top) === true);
      tops[Math.min(tops.length - 1, Math.max(0, index + step))]?.focus();
    };
    return addShortcuts({ j: () => move(1), k: () => move(-1) });
  }, []);
  const { servicesWithoutPods, unusedClaims, claims } = seen.topology;
  return (
    <div ref={host} class="topology-picture" onKeyDown={moveFocus}>
      {lanes.slice(0, MOST_LANES).map((lane) => (
        <LaneView key={lane.root.object.uid} session={session} lane={lane} claims={claims} isOfMany={isOfMany} />
      ))}
      <Loose title="Services that select no pod" objects={servicesWithoutPods} />
      <Loose title="Claims that no pod uses" objects={unusedClaims} />
    </div>
  );
}

/** Objects that no workload has. */
function Loose({
  title,
  objects,
}: {
  readonly title: string;
  readonly objects: readonly TopologyObject[];
}): JSX.Element | null {
  if (objects.length === 0) return null;
  return (
    <section class="lane" aria-label={title}>
      <h2>{title}</h2>
      <ul class="loose">
        {objects.slice(0, MOST_LANES).map((object) => (
          <li key={object.uid}>
            <Box object={object} level={1} />
          </li>
        ))}
        {objects.length > MOST_LANES && <li class="muted">and {objects.length - MOST_LANES} more</li>}
      </ul>
    </section>
  );
}
