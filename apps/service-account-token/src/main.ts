import { runControllerProcess } from '@orch/controllers';

runControllerProcess('service-account-token');
