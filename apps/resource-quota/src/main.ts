import { runControllerProcess } from '@orch/controllers';

runControllerProcess('resource-quota');
