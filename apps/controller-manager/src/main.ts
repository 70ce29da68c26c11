import { runControllerManagerProcess } from '@orch/controllers';

runControllerManagerProcess();
