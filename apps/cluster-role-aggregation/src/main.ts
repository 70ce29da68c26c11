import { runControllerProcess } from '@orch/controllers';

runControllerProcess('cluster-role-aggregation');
