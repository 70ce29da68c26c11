import { runControllerProcess } from '@orch/controllers';

runControllerProcess('taint-eviction');
