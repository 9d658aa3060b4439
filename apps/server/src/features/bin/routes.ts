/** Routes of the bin. */
import type { BinSetting, binRoutes } from '@loupe/contract';
import type { Actor } from '../../core/actor.ts';
import { note } from '../../core/audit.ts';
import type { Handlers } from '../../core/bind.ts';
import type { Services } from '../../core/services.ts';
import { setting } from '../../tables/account.ts';
import { listBin } from './list.ts';
import { purgeNow } from './purge.ts';
import { readBinSetting, settingKey } from './put.ts';
import { restoreFromBin } from './restore.ts';

const done = (): null => null;

const writeBinSetting = ({ db }: Services, actor: Actor, value: BinSetting): Promise<void> =>
  db.transaction(async (tx) => {
    await tx
      .insert(setting)
      .values({ key: settingKey, value })
      .onConflictDoUpdate({ target: setting.key, set: { value } });
    await note(tx, actor, 'bin.setting', 'setting', value);
  });

export const makeBinHandlers = (services: Services): Handlers<typeof binRoutes> => ({
  binList: (actor, input) => listBin(services, actor, input),
  binRestore: (actor, { id }) => restoreFromBin(services, actor, id),
  binPurge: (actor, { id }) => purgeNow(services, actor, id).then(done),
  binSetting: () => readBinSetting(services.db),
  binSettingUpdate: (actor, input) => writeBinSetting(services, actor, input).then(done),
});
