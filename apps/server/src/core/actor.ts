/** Who asks. Made from the session alone; no header of the client has a say. */
import { permits, type RouteNeed, type RoutePermission, type TokenScope } from '@loupe/contract';
import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { project } from '../tables/projects.ts';

export interface Actor {
  userId: number;
  account: string;
  permissions: ReadonlySet<string>;
  /** Hash of the session token; empty for nobody. */
  sessionHash: Buffer;
  mustChangePassword: boolean;
  /** Customers: data still to be given, and approval still to be waited for. */
  mustComplete: boolean;
  mustBeApproved: boolean;
  /** Of the access token with which a program asks; null for a person with a session. */
  scopes: readonly TokenScope[] | null;
  /** What the route asks that they called: which projects the queries below reach. */
  need: RouteNeed;
  /** Where the request comes from, for the audit log; missing where there is none. */
  address?: string;
}

/** Nobody: the actor of public routes. Owns nothing, may do nothing. */
export const nobody: Actor = {
  userId: 0,
  account: '',
  permissions: new Set(),
  sessionHash: Buffer.alloc(0),
  mustChangePassword: false,
  mustComplete: false,
  mustBeApproved: false,
  scopes: null,
  // the strictest, where nobody said
  need: 'own',
};

export const can = (actor: Actor, required: RoutePermission): boolean => permits(actor.permissions, required);
/** What belongs to a project of this family; everything where none is named. */
export const ofFamily = (projectId: PgColumn, family: string | undefined): SQL | undefined =>
  family === undefined
    ? undefined
    : sql`${projectId} in (select ${project.id} from ${project} where ${project.family} = ${family})`;
