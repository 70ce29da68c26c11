import { runControllerProcess } from '@orch/controllers';

runControllerProcess('root-ca-publisher');
