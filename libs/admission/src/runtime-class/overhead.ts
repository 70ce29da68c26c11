import type { PodSpec, RuntimeClass } from '@orch/api';
import { Quantity } from '@orch/apimachinery';

type Amounts = Readonly<Record<string, string>>;

const NONE: Amounts = {};
const MISMATCH = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";

/** Why the overhead that a pod specifies is refused. The class decides; a pod may repeat it. */
export function overheadFault({ overhead }: PodSpec, { overhead: defined }: RuntimeClass): string | undefined {
  if (defined === undefined) return undefined;
  const isRepeated = overhead === undefined || isEmpty(overhead) || sameAmounts(defined.podFixed ?? NONE, overhead);
  return isRepeated ? undefined : MISMATCH;
}

/** The pod with the overhead of its class. */
export function withOverhead(spec: PodSpec, { overhead: defined }: RuntimeClass): PodSpec {
  if (defined === undefined) return spec;
  const { overhead: _sent, ...others } = spec;
  return isEmpty(defined.podFixed ?? NONE) ? (others as PodSpec) : { ...others, overhead: defined.podFixed! };
}

/** Why the overhead of a pod that another plugin may have changed is refused. */
export function finalOverheadFault({ overhead }: PodSpec, runtimeClass: RuntimeClass | undefined): string | undefined {
  if (runtimeClass?.overhead !== undefined) {
    return sameAmounts(runtimeClass.overhead.podFixed ?? NONE, overhead ?? NONE) ? undefined : MISMATCH;
  }
  if (overhead === undefined) return undefined;
  return 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead';
}

const isEmpty = (amounts: Amounts): boolean => Object.keys(amounts).length === 0;

function sameAmounts(a: Amounts, b: Amounts): boolean {
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && sameAmount(a[name]!, b[name]!))
  );
}

function sameAmount(a: string, b: string): boolean {
  const [left, right] = [Quantity.parse(a), Quantity.parse(b)];
  return left === undefined || right === undefined ? a === b : left.compare(right) === 0;
}
