import { runControllerProcess } from '@orch/controllers';

runControllerProcess('persistent-volume-expander');
