import { runControllerProcess } from '@orch/controllers';

runControllerProcess('csr-cleaner');
