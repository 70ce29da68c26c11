import { runControllerProcess } from '@orch/controllers';

runControllerProcess('disruption');
