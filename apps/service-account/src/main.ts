import { runControllerProcess } from '@orch/controllers';

runControllerProcess('service-account');
