import { runControllerProcess } from '@orch/controllers';

runControllerProcess('endpointslice-mirroring');
