/** Composes the server: every feature's handlers over one contract, the sockets, the engine's reports, the web app. */
import path from 'node:path';
import { account, api, apiBase, openApi, routeUrl } from '@loupe/contract';
import type { FastifyInstance } from 'fastify';
import { makeRecorder } from './audited.ts';
import { bind, type Handlers, type LargeHandlers } from './core/bind.ts';
import { AppError } from './core/errors.ts';
import { makeServer } from './core/http.ts';
import { productVersion } from './core/product.ts';
import type { Services } from './core/services.ts';
import { makeActorOf } from './core/session.ts';
import { bindSockets, makeSocketHandlers } from './core/sockets/index.ts';
import { serveWebApp } from './core/web-app.ts';
import {
  makeAccountHandlers,
  makeAgreementHandlers,
  makeCustomerHandlers,
  makeSms,
  makeSmsHandlers,
  type Sms,
} from './features/account/index.ts';
import { makeAnnotationHandlers, makeLargeAnnotationHandlers } from './features/annotation/index.ts';
import { makeAuthorityHandlers } from './features/authority/index.ts';
import { makeBinHandlers } from './features/bin/routes.ts';
import { makeDashboardHandlers, readHealth, watchMachine, type MachineWatch } from './features/dashboard/index.ts';
import { makeDatasetsHandlers, makeImagesHandlers, makeTilesHandlers } from './features/datasets/index.ts';
import { makeHelpHandlers } from './features/help/index.ts';
import { makeModelHandlers } from './features/models/index.ts';
import { makeOnlineHandlers } from './features/online/index.ts';
import { makePreannotationHandlers } from './features/preannotation/index.ts';
import { makeProjectHandlers } from './features/projects/index.ts';
import { makeRecordsHandlers } from './features/records/index.ts';
import { makeResultHandlers } from './features/results/index.ts';
import { bindEngine, makeQueueHandlers, makeTaskHandlers } from './features/tasks/index.ts';
import { makeExportHandlers } from './features/transfers/exports/index.ts';
import { bindUploads, makeUploadHandlers } from './features/transfers/uploads/index.ts';
import { createInference, type Inference } from './inference/index.ts';

/** Addresses beside the contract that answer without a session; a test holds the list against what is bound. */
export const plainAddresses = { health: '/health', openApi: `${apiBase}/openapi.json` } as const;

export const printOpenApi = (): Record<string, unknown> => openApi(api, productVersion);

interface Parts {
  inference: Inference;
  machine: MachineWatch;
  sms: Sms;
}

/** A route that no feature handles does not compile. */
const makeHandlers = (services: Services, { inference, machine, sms }: Parts): Handlers<typeof api> => ({
  ...makeAccountHandlers(services, sms),
  ...makeAgreementHandlers(services),
  ...makeAnnotationHandlers(services),
  ...makeAuthorityHandlers(services),
  ...makeBinHandlers(services),
  ...makeCustomerHandlers(services, sms),
  ...makeDashboardHandlers(services, { inference, machine }),
  ...makeDatasetsHandlers(services),
  ...makeExportHandlers(services),
  ...makeHelpHandlers(services),
  ...makeModelHandlers(services),
  ...makeOnlineHandlers(services, inference),
  ...makeImagesHandlers(services),
  ...makePreannotationHandlers(services, inference),
  ...makeProjectHandlers(services),
  ...makeQueueHandlers(services),
  ...makeRecordsHandlers(services),
  ...makeResultHandlers(services),
  ...makeSmsHandlers(services, sms),
  ...makeSocketHandlers(services),
  ...makeTaskHandlers(services),
  ...makeTilesHandlers(services),
  ...makeUploadHandlers(services),
});

const makeLargeHandlers = (services: Services): LargeHandlers<typeof api> => ({
  folder: path.join(services.config.data, 'uploads'),
  busy: () => new AppError('coco.busy'),
  handlers: makeLargeAnnotationHandlers(services),
});

export async function buildApp(services: Services): Promise<FastifyInstance> {
  // The specification's client sends the login as a form.
  const app = await makeServer(services, new Set([routeUrl(account.login)]));
  // Its processes start with the first image.
  const inference = createInference(services.config, services.log);
  const machine = watchMachine(services.config.data);
  app.addHook('onClose', () => {
    machine.stop();
    return inference.close();
  });
  app.get(plainAddresses.health, async (_request, reply) => {
    const health = await readHealth(services, inference);
    return reply.code(health.ok ? 200 : 503).send(health);
  });
  const description = printOpenApi();
  app.get(plainAddresses.openApi, async () => description);
  bind(app, api, makeHandlers(services, { inference, machine, sms: makeSms(services) }), makeActorOf(services), {
    large: makeLargeHandlers(services),
    recorder: makeRecorder(services),
  });
  await bindEngine(app, services);
  await bindUploads(app, services);
  bindSockets(app, services);
  await serveWebApp(app, services.config.web);
  return app;
}
