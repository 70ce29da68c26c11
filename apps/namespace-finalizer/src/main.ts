import { runControllerProcess } from '@orch/controllers';

runControllerProcess('namespace-finalizer');
