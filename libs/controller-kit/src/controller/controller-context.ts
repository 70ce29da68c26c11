import type { Clock, Random } from '@orch/apimachinery';
import type { Client, InformerFactory } from '@orch/client';
import type { Logger } from '@orch/process';
import type { Vocabulary } from '@orch/vocabulary';
import type { EventRecorder } from '../event-recorder/event-recorder.js';

/** Dependencies that the kit provides to one controller. An injection token. */
export abstract class ControllerContext {
  abstract readonly name: string;
  abstract readonly client: Client;
  abstract readonly informers: InformerFactory;
  /** Records events with the controller as their source. */
  abstract readonly events: EventRecorder;
  abstract readonly vocabulary: Vocabulary;
  abstract readonly clock: Clock;
  abstract readonly random: Random;
  /** Adds the name of the controller to each line. */
  abstract readonly logger: Logger;
}
