import { runControllerProcess } from '@orch/controllers';

runControllerProcess('csr-approver');
