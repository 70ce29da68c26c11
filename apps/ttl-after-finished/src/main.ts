import { runControllerProcess } from '@orch/controllers';

runControllerProcess('ttl-after-finished');
