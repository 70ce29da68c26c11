import { ApiError, FOREGROUND_FINALIZER, parseApiVersion, type OwnerReference } from '@orch/apimachinery';
import type { Client, ResourceType } from '@orch/client';
import type { OwnerState } from './plan.js';

/** How many absent owners are remembered. One that was forgotten is looked for again. */
const REMEMBERED = 1_000;

/** Whether an owner is there, asked of the server itself: what the graph has not seen may only be late. */
export class OwnerLookup {
  /** Owners that are not where a reference says, in order of last use. A uid comes once, so that stays true. */
  private readonly absent = new Set<string>();
  private readonly asking = new Map<string, Promise<OwnerState>>();

  constructor(private readonly client: Pick<Client, 'metadata' | 'restMapping'>) {}

  /** Remembered absence; undefined when the server must be asked. */
  known(reference: OwnerReference, namespace: string): 'absent' | undefined {
    const place = placeOf(reference, namespace);
    if (!this.absent.delete(place)) return undefined;
    this.absent.add(place);
    return 'absent';
  }

  /**
   * @param namespace of the dependent. Those who ask for the same owner at once share one answer.
   * @throws ApiError NotFound when no resource serves the owner's kind, TransportError.
   */
  find(reference: OwnerReference, namespace: string): Promise<OwnerState> {
    const place = placeOf(reference, namespace);
    let answer = this.asking.get(place);
    if (!answer) {
      answer = this.ask(reference, namespace).finally(() => this.asking.delete(place));
      this.asking.set(place, answer);
    }
    return answer;
  }

  /** The resource of an owner. @throws ApiError NotFound when no resource serves its kind. */
  async resourceOf({ apiVersion, kind }: OwnerReference): Promise<ResourceType> {
    const gv = parseApiVersion(apiVersion);
    if (!gv) throw new ApiError('NotFound', `an owner has the unreadable apiVersion "${apiVersion}"`);
    return this.client.restMapping({ ...gv, kind });
  }

  private async ask(reference: OwnerReference, namespace: string): Promise<OwnerState> {
    const resource = await this.resourceOf(reference);
    if (resource.namespaced && namespace === '') return 'foreign';
    const key = { namespace: resource.namespaced ? namespace : '', name: reference.name };
    const owner = await this.client.metadata(resource).find(key);
    if (!owner || owner.metadata.uid !== reference.uid) {
      this.remember(placeOf(reference, namespace));
      return 'absent';
    }
    const { deletionTimestamp, finalizers } = owner.metadata;
    return deletionTimestamp !== undefined && finalizers?.includes(FOREGROUND_FINALIZER) ? 'waiting' : 'present';
  }

  private remember(place: string): void {
    this.absent.add(place);
    if (this.absent.size <= REMEMBERED) return;
    const oldest = this.absent.values().next();
    if (oldest.done !== true) this.absent.delete(oldest.value);
  }
}

const placeOf = ({ uid, apiVersion, kind, name }: OwnerReference, namespace: string): string =>
  [uid, apiVersion, kind, namespace, name].join('\n');
