import { parseFlags, UsageError } from '@orch/process';
import type { FlowLimits } from './flow-limits.js';
import { apiServerFlags, optionsFromFlags } from '@orch/server';

function limits(...argv: string[]): FlowLimits {
  const parsed = parseFlags(argv, apiServerFlags, { env: {} });
  if ('error' in parsed) throw new UsageError(parsed.error);
  return optionsFromFlags(parsed.values).flowLimits;
}

describe('overload flags', () => {
  it('D-224 priority and fairness is on by default', () => expect(limits()).toEqual({ priorityAndFairness: true }));
  it('D-222 --enable-priority-and-fairness=false keeps the two plain limits', () =>
    expect(limits('--enable-priority-and-fairness=false')).toEqual({ priorityAndFairness: false }));
  it('one limit is sufficient for priority and fairness', () =>
    expect(limits('--max-requests-inflight=0', '--max-mutating-requests-inflight=1').priorityAndFairness).toBe(true));
  it('two zero limits with priority and fairness prevent the start, with advice', () => {
    const none = ['--max-requests-inflight=0', '--max-mutating-requests-inflight=0'];
    expect(() => limits(...none)).toThrow(UsageError);
    expect(() => limits(...none)).toThrow('set --enable-priority-and-fairness=false');
    expect(limits(...none, '--enable-priority-and-fairness=false')).toEqual({ priorityAndFairness: false });
  });
});
