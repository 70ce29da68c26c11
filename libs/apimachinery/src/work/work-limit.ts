import { countMembers, hasManyValues } from './has-many-members.js';

/** Work that blocks others was abandoned because it takes too long. Nothing of it is kept: it may be done again elsewhere. */
export class WorkLimitError extends Error {
  constructor() {
    super('the work takes too long here');
  }
}

/** How much work is too much. */
interface WorkAmount {
  /** Values that are checked, or other work that takes as long. */
  readonly checks: number;
  /** Members of objects, or items of lists, that are written. */
  readonly members: number;
  /** Bytes of JSON that are written. */
  readonly bytes: number;
}

/** What one piece of work may cost where it blocks others. What costs more than its input shows has to spend it. */
export class WorkLimit {
  private spent = 0;

  constructor(private readonly most: WorkAmount) {}

  /** Checks that are left. */
  get left(): number {
    return this.most.checks - this.spent;
  }

  /** @throws WorkLimitError when there are too few checks left. */
  spend(checks: number): void {
    this.spent += checks;
    if (this.spent > this.most.checks) throw new WorkLimitError();
  }

  /** Pays for members that are added to an object, or for work that takes as long. @throws WorkLimitError. */
  spendMembers(members: number): void {
    this.spend((this.most.checks * members) / this.most.members);
  }

  /** Pays for writing what JSON adds to an object. @throws WorkLimitError. */
  spendJson(json: Uint8Array): void {
    const { checks, bytes, members } = this.most;
    this.spend(checks * Math.max(json.length / bytes, countMembers(json, members) / members));
  }

  /** @throws WorkLimitError for JSON that takes too long by itself. */
  refuseLarge(json: Uint8Array): void {
    const { bytes, members } = this.most;
    if (json.length >= bytes || countMembers(json, members) >= members) throw new WorkLimitError();
  }

  /** @throws WorkLimitError for a decoded value whose JSON would have too many members by itself. */
  refuseMany(value: unknown): void {
    if (hasManyValues(value, this.most.members)) throw new WorkLimitError();
  }
}
