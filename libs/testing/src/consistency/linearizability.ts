/**
 * Linearizability checker: whether concurrent operations can be ordered so that each takes effect at one moment between its
 * start and its end (Wing and Gong's algorithm, with Lowe's just-in-time linearization).
 */
export interface Timed {
  readonly start: number;
  /** `Infinity`: never answered. */
  readonly end: number;
  /**
   * May have taken effect, but was not observed: applied only when the next operation is impossible without it.
   * This is complete as long as an operation that is possible in two states leads to the same state, or leaves both unchanged.
   */
  readonly spare: boolean;
}

export interface Model<Op, State> {
  readonly initial: State;
  /** State after `op`; undefined: its outcome is impossible in this state. */
  step(state: State, op: Op): State | undefined;
  /** Equal for equal states. */
  keyOf(state: State): string;
  /** Equal for interchangeable spare operations. */
  spareClass(op: Op): string;
}

export type Verdict<Op, State> =
  | { readonly ok: true }
  | {
      readonly ok: false;
      /** The first response that no order explains. */
      readonly at: Op;
      /** Possible states before it. */
      readonly states: readonly State[];
      /** Operations concurrent with it. */
      readonly open: readonly Op[];
    };

/** A history with more configurations is too complex to check. */
const MOST_CONFIGURATIONS = 50_000;
/** Maximum spare operations in a row: a deletion, a creation and one more change reach every unobserved state. */
const MOST_SPARES_IN_A_ROW = 3;

/** One possible execution so far. */
interface Configuration<State> {
  readonly state: State;
  /** Pending operations that already took effect, by their index among the starts. */
  readonly done: readonly number[];
  /** Number of used spare operations of each class. */
  readonly used: Readonly<Record<string, number>>;
}

/** @throws Error when there are too many configurations. */
export function checkLinearizable<Op extends Timed, State>(
  operations: readonly Op[],
  model: Model<Op, State>,
): Verdict<Op, State> {
  const search = new Search(operations, model);
  let configurations: Configuration<State>[] = [{ state: model.initial, done: [], used: {} }];
  for (const { operation, isStart } of moments(operations)) {
    if (isStart) {
      search.begin(operation);
      continue;
    }
    const next = search.end(operation, configurations);
    if (next.length === 0)
      return {
        ok: false,
        at: operations[operation]!,
        states: distinct(configurations, model),
        open: search.open.filter((at) => at !== operation).map((at) => operations[at]!),
      };
    configurations = next;
    search.forget(operation);
  }
  return { ok: true };
}

/** Starts and ends in order of time; at equal times starts first, because such operations may overlap. */
function moments(operations: readonly Timed[]): { readonly operation: number; readonly isStart: boolean }[] {
  const all: { operation: number; isStart: boolean; time: number }[] = [];
  operations.forEach(({ start, end, spare }, operation) => {
    all.push({ operation, isStart: true, time: start });
    if (!spare && end !== Infinity) all.push({ operation, isStart: false, time: end });
  });
  return all.sort((x, y) => x.time - y.time || Number(y.isStart) - Number(x.isStart));
}

class Search<Op extends Timed, State> {
  /** Pending operations that must take effect. */
  open: number[] = [];
  readonly #spares = new Map<string, Op[]>();

  constructor(
    private readonly operations: readonly Op[],
    private readonly model: Model<Op, State>,
  ) {}

  begin(operation: number): void {
    const op = this.operations[operation]!;
    if (!op.spare) {
      this.open.push(operation);
      return;
    }
    const of = this.model.spareClass(op);
    const others = this.#spares.get(of);
    if (others) others.push(op);
    else this.#spares.set(of, [op]);
  }

  forget(operation: number): void {
    this.open = this.open.filter((at) => at !== operation);
  }

  /** All configurations in which `operation` has taken effect, at its response. */
  end(operation: number, configurations: readonly Configuration<State>[]): Configuration<State>[] {
    const reached = new Ways<State>(this.model);
    const tried = new Ways<State>(this.model);
    const pending = [...configurations];
    for (let from = pending.pop(); from !== undefined; from = pending.pop()) {
      if (from.done.includes(operation)) {
        reached.add({ ...from, done: from.done.filter((at) => at !== operation) });
        continue;
      }
      for (const at of this.open) {
        if (from.done.includes(at)) continue;
        for (const { state, used } of this.#after(from, this.operations[at]!)) {
          const next = { state, used, done: at === operation ? from.done : [...from.done, at].sort((x, y) => x - y) };
          if (at === operation) reached.add(next);
          else if (tried.add(next)) pending.push(next);
        }
      }
    }
    return reached.all();
  }

  /** Possible states after `op`, with as few spare operations before it as necessary. */
  #after(from: Configuration<State>, op: Op, spares = 0): Pick<Configuration<State>, 'state' | 'used'>[] {
    const state = this.model.step(from.state, op);
    if (state !== undefined) return [{ state, used: from.used }];
    if (spares === MOST_SPARES_IN_A_ROW) return [];
    return [...this.#spares].flatMap(([of, all]) => {
      const used = from.used[of] ?? 0;
      const spare = all[used];
      const between = spare && this.model.step(from.state, spare);
      if (between === undefined) return [];
      return this.#after({ ...from, state: between, used: { ...from.used, [of]: used + 1 } }, op, spares + 1);
    });
  }
}

/** Set of configurations, without dominated ones: the same state with more used spare operations. */
class Ways<State> {
  readonly #byPlace = new Map<string, Configuration<State>[]>();
  #count = 0;

  constructor(private readonly model: Model<never, State>) {}

  /** Returns false when a known configuration dominates it. */
  add(way: Configuration<State>): boolean {
    const place = `${this.model.keyOf(way.state)}|${way.done.join()}`;
    const others = this.#byPlace.get(place) ?? [];
    if (others.some((other) => isNoMore(other.used, way.used))) return false;
    const kept = others.filter((other) => !isNoMore(way.used, other.used));
    this.#count += 1 + kept.length - others.length;
    if (this.#count > MOST_CONFIGURATIONS)
      throw new Error('the history has too many unanswered operations to be checked');
    this.#byPlace.set(place, [...kept, way]);
    return true;
  }

  all(): Configuration<State>[] {
    return [...this.#byPlace.values()].flat();
  }
}

const isNoMore = (few: Configuration<unknown>['used'], many: Configuration<unknown>['used']): boolean =>
  Object.entries(few).every(([of, count]) => count <= (many[of] ?? 0));

function distinct<Op, State>(ways: readonly Configuration<State>[], model: Model<Op, State>): State[] {
  return [...new Map(ways.map(({ state }) => [model.keyOf(state), state])).values()];
}
