import { runControllerProcess } from '@orch/controllers';

runControllerProcess('garbage-collector');
