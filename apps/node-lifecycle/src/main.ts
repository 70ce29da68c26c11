import { runControllerProcess } from '@orch/controllers';

runControllerProcess('node-lifecycle');
