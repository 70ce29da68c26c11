import { runControllerProcess } from '@orch/controllers';

runControllerProcess('storage-version-migrator');
