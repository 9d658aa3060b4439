/** A worker that knows the dummy family. */
import './register.ts';
import { runWorkerProcess } from '../worker-process.ts';

await runWorkerProcess();
