import { runControllerProcess } from '@orch/controllers';

runControllerProcess('endpoints');
