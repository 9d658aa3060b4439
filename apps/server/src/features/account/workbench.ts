/** The settings of the annotation workbench, kept with the account; everybody has their own and no other. */
import { WorkbenchSettings, type WorkbenchSettingsPatch, type workbenchSettings } from '@loupe/contract';
import { eq, sql } from 'drizzle-orm';
import type { Actor } from '../../core/actor.ts';
import type { Handlers } from '../../core/bind.ts';
import { found } from '../../core/errors.ts';
import type { Services } from '../../core/services.ts';
import { user } from '../../tables/account.ts';

/** What an older or newer version of the product wrote, as far as it is understood. */
const understood = (stored: unknown): WorkbenchSettings => {
  const fields = Object.entries(WorkbenchSettings.shape).flatMap(([name, schema]) => {
    const given = schema.safeParse((stored as Record<string, unknown>)[name]);
    return given.success ? [[name, given.data]] : [];
  });
  return WorkbenchSettings.parse(Object.fromEntries(fields));
};

async function read({ db }: Services, actor: Actor): Promise<WorkbenchSettings> {
  const [row] = await db.select({ workbench: user.workbench }).from(user).where(eq(user.id, actor.userId));
  return understood(found(row).workbench);
}

async function update({ db }: Services, actor: Actor, patch: WorkbenchSettingsPatch): Promise<WorkbenchSettings> {
  const [row] = await db
    .update(user)
    .set({ workbench: sql`${user.workbench} || ${JSON.stringify(patch)}::jsonb` })
    .where(eq(user.id, actor.userId))
    .returning({ workbench: user.workbench });
  return understood(found(row).workbench);
}

export const makeWorkbenchHandlers = (services: Services): Handlers<typeof workbenchSettings> => ({
  workbenchSettings: (actor) => read(services, actor),
  workbenchSettingsUpdate: (actor, patch) => update(services, actor, patch),
});
