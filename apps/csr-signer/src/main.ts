import { runControllerProcess } from '@orch/controllers';

runControllerProcess('csr-signer');
