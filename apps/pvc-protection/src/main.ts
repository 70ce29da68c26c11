import { runControllerProcess } from '@orch/controllers';

runControllerProcess('pvc-protection');
