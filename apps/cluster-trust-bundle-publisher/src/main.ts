import { runControllerProcess } from '@orch/controllers';

runControllerProcess('cluster-trust-bundle-publisher');
