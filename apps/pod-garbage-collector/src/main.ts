import { runControllerProcess } from '@orch/controllers';

runControllerProcess('pod-garbage-collector');
