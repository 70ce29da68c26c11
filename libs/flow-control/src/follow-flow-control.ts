import type { Registry } from '@orch/registry';
import type { Vocabulary } from '@orch/vocabulary';
import { merge } from 'rxjs';
import { FlowControl } from './flow-control.js';
import type { LevelForm, SchemaForm } from './object-forms.js';

/** Interval of the redistribution of lent seats. */
const LEND_MS = 10_000;

/** Flow control by the stored objects: each change applies to the next request. Ends with the registry. */
export function followFlowControl(registry: Registry, vocabulary: Vocabulary, seats: number): FlowControl {
  const group = vocabulary.groups.flowcontrol;
  const schemas = { group, resource: 'flowschemas' };
  const levels = { group, resource: 'prioritylevelconfigurations' };
  const flows = new FlowControl(seats, vocabulary.headers);
  const update = (): void =>
    flows.update(
      [...registry.readUndamaged(schemas)] as unknown as SchemaForm[],
      [...registry.readUndamaged(levels)] as unknown as LevelForm[],
    );
  update();
  const lending = setInterval(() => flows.lend(), LEND_MS);
  lending.unref();
  let isScheduled = false;
  merge(registry.changesOf(schemas), registry.changesOf(levels)).subscribe({
    next: () => {
      if (isScheduled) return;
      isScheduled = true;
      // Objects that were written together are read together.
      queueMicrotask(() => {
        isScheduled = false;
        update();
      });
    },
    complete: () => clearInterval(lending),
  });
  return flows;
}
