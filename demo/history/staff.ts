import type { PermissionName } from '@atelier/domain/shared/permissions.ts';
import { type ActorAtSite, type SiteId, SYSTEM } from '@atelier/domain/kernel.ts';
import { statusOf, type StatusId } from '@atelier/domain/shared/status.ts';
import type { DemoPeople, DemoUser } from '../people.ts';
import { SITES } from '../reference/places.ts';
import { WORKER_ROLES } from '../reference/worker-roles.ts';
import type { WorkerSeed } from '../reference/workers.ts';

/** Who does something in the story, and on which device. */
export interface Performer {
  readonly actor: ActorAtSite;
  /** Number on the worker's badge, where one is signed in on top of the account. */
  readonly workId: string | null;
  readonly device: string;
}

export const SYSTEM_PERFORMER: Performer = { actor: SYSTEM, workId: null, device: 'scheduler' };

const permissionsOf = new Map(WORKER_ROLES.map((role) => [role.key, role.permissions]));
const supervisor = 'supervisor';

/** Finds a person for each task: shop people behind their counter, factory hands at their benches. */
export class Staff {
  readonly #people: DemoPeople;
  readonly #siteIds = new Map(SITES.map((site) => [site.code, site.id]));
  readonly #hands = new Map<string, readonly WorkerSeed[]>();

  constructor(people: DemoPeople) {
    this.#people = people;
  }

  /** One of the people of a site who need no badge; `turn` chooses among them. */
  person(siteId: SiteId, turn = 0): Performer {
    const here = this.#usersAt(siteId).filter((user) => !isStation(user));
    return performer(pick(here, turn), siteId, turn);
  }

  /** A hand of this site who may move an item to `target`: for most tasks a specialist, else the supervisor. */
  hand(siteId: SiteId, target: StatusId, turn: number): Performer {
    const permission = statusOf(target).permission;
    if (permission === null) throw new Error(`nobody moves an item to ${target}`);
    const worker = pick(this.#handsFor(siteId, permission), turn);
    const station = this.#usersAt(siteId).find(isStation);
    const { actor, device } = performer(station, siteId, turn);
    return { actor: { ...actor, workerId: worker.id }, workId: worker.WorkerID, device };
  }

  /** Who decides what needs an approval. */
  admin(): Performer {
    return performer(
      this.#people.users.find((user) => user.email.startsWith('admin@')),
      null,
      0,
    );
  }

  #usersAt(siteId: SiteId): readonly DemoUser[] {
    return this.#people.users.filter((user) => this.#siteIds.get(user.siteCode ?? '') === siteId);
  }

  #handsFor(siteId: SiteId, permission: PermissionName): readonly WorkerSeed[] {
    const key = `${siteId} ${permission}`;
    const known = this.#hands.get(key);
    if (known !== undefined) return known;
    const able = this.#people.workers.filter(
      (worker) =>
        this.#siteIds.get(worker.siteCode) === siteId &&
        permissionsOf.get(worker.roleKey)?.includes(permission),
    );
    const specialists = able.filter((worker) => worker.roleKey !== supervisor);
    const hands = specialists.length > 0 ? specialists : able;
    this.#hands.set(key, hands);
    return hands;
  }
}

const isStation = (user: DemoUser): boolean => user.lastName === 'Station';

function performer(user: DemoUser | undefined, siteId: SiteId | null, turn: number): Performer {
  if (user === undefined) throw new Error(`nobody works at site ${siteId}`);
  const where = isStation(user)
    ? `station-${user.siteCode}-${(turn % 6) + 1}`
    : `desk-${user.siteCode ?? 'office'}`;
  return { actor: { userId: user.id, workerId: null, siteId }, workId: null, device: where };
}

function pick<T>(list: readonly T[], turn: number): T {
  const found = list[turn % Math.max(1, list.length)];
  if (found === undefined) throw new Error('nobody here can do this');
  return found;
}
