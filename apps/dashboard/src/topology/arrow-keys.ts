/** Which box an arrow leads to, by the levels of all boxes in their order; undefined: none. Up and down stay on the level, left and right leave it. */
export function neighbour(levels: readonly number[], index: number, key: string): number | undefined {
  const level = levels[index];
  if (level === undefined) return undefined;
  const found = (next: number): number | undefined => (next < 0 ? undefined : next);
  switch (key) {
    case 'ArrowDown':
      return found(levels.findIndex((other, at) => at > index && other === level));
    case 'ArrowUp':
      return found(levels.slice(0, index).lastIndexOf(level));
    case 'ArrowRight': {
      // The Services of a workload, on level 0, follow each other.
      const next = levels.findIndex((other, at) => at > index && (level !== 0 || other !== 0));
      return levels[next] === level + 1 ? next : undefined;
    }
    case 'ArrowLeft':
      return found(levels.slice(0, index).lastIndexOf(level - 1));
    default:
      return undefined;
  }
}

/** Moves the focus between the boxes in an element: those have their level in `data-level`. */
export function moveFocus(event: KeyboardEvent): void {
  if (!(event.currentTarget instanceof HTMLElement) || !(event.target instanceof HTMLElement)) return;
  const boxes = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-level]')];
  const next = neighbour(
    boxes.map(({ dataset }) => Number(dataset.level)),
    boxes.indexOf(event.target),
    event.key,
  );
  if (next === undefined) return;
  event.preventDefault();
  boxes[next]?.focus();
}
