import { runControllerProcess } from '@orch/controllers';

runControllerProcess('bootstrap-signer');
