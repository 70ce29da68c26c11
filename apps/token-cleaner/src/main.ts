import { runControllerProcess } from '@orch/controllers';

runControllerProcess('token-cleaner');
