/* oxlint-disable vitest/no-standalone-expect -- what every journey expects after each of its steps */
import { expect } from 'vitest';
import { openPackages, type PackageWorld } from '../shipping/testing-packages.ts';
import type { PersonName } from '../testing/testing-api.ts';
import type { Journey } from '../testing/testing-journey.ts';
import { heldRowsOf, itemCustodyOf, type ItemCustody } from '../custody/testing-custody.ts';

/** Who should hold a jewel: a site by its code, a package by its number, or one of the ends of custody. */
export type Holder =
  | { readonly site: string }
  | { readonly package: string }
  | { readonly passedOn: number }
  | 'customer'
  | 'settled';

const SITES = ['PAR', 'TYO', 'WHS', 'FSZ'] as const;

/**
 * Journeys of jewels over HTTP. `stands` asks after every step where the piece is, in every way it can be asked: its own
 * chain, the list of every site and of the package. All must name the same single holder.
 */
export class Journeys {
  readonly #packages: PackageWorld;

  constructor(packages: PackageWorld) {
    this.#packages = packages;
  }

  get api() {
    return this.#packages.api;
  }

  /** A call that must succeed. */
  readonly ok = async (who: PersonName, url: string, body: object, method: 'POST' | 'PUT' = 'POST') => {
    const reply = await this.#packages.call(who, method, url, body);
    expect({ url, status: reply.status, code: reply.code }).toEqual({ url, status: 200, code: 'ok' });
    return reply;
  };

  /** A call that must be refused, with its code. */
  readonly refused = async (who: PersonName, url: string, body: object, method: 'POST' | 'PUT' = 'POST') => {
    const reply = await this.#packages.call(who, method, url, body);
    expect([400, 403, 404, 409]).toContain(reply.status);
    return String(reply.code);
  };

  readonly read = async (who: PersonName, url: string) => {
    const reply = await this.#packages.call(who, 'GET', url);
    expect({ url, status: reply.status }).toEqual({ url, status: 200 });
    return reply;
  };

  readonly deposited = async (): Promise<number> => (await this.#packages.journey.deposit()).itemId;

  readonly custodyOf = async (who: PersonName, itemId: number): Promise<ItemCustody> =>
    itemCustodyOf(await this.read(who, `/custody?rma_item_id=${itemId}`));

  readonly numberOf = async (itemId: number) => (await this.custodyOf('admin', itemId)).item.number;

  readonly move = (who: PersonName, id: number, target: number, more: object = {}) =>
    this.ok(who, '/rmastatus', { id, rma_status_id: target, ...more }, 'PUT');

  readonly pack: Journey['pack'] = (...step) => this.#packages.journey.pack(...step);
  readonly sent: Journey['send'] = (...step) => this.#packages.journey.send(...step);
  readonly sentHome: Journey['sendHome'] = (...step) => this.#packages.journey.sendHome(...step);
  readonly handedOver: Journey['collect'] = (id) => this.#packages.journey.collect(id);
  /** Repaired and waiting at the counter: 15. */
  readonly waiting = async (): Promise<number> => (await this.#packages.journey.waiting()).itemId;

  /** The piece has this status and exactly this holder, for every caller. */
  readonly stands = async (id: number, status: number, holder: Holder): Promise<ItemCustody> => {
    await this.api.world.settle();
    const view = await this.custodyOf('admin', id);
    expect({ status: view.item.rma_status_id, holder: holderOf(view) }).toEqual({ status, holder });
    expectWhole(view);
    for (const code of SITES) await this.#agrees(id, code, holder);
    for (const span of view.chain) {
      const tracking = span.holder.shipment?.tracking_no;
      if (tracking !== undefined) await this.#agreesInside(id, tracking, holder);
    }
    return view;
  };

  async #agrees(id: number, code: string, holder: Holder) {
    const site = this.api.sites.get(code) ?? 0;
    const rows = heldRowsOf(await this.read('admin', `/custody?site_id=${site}&page_size=200`));
    const isThere = rows.some((row) => row.item.id === id);
    const wanted = typeof holder === 'object' && 'site' in holder && holder.site === code;
    expect({ id, code, isThere }).toEqual({ id, code, isThere: wanted });
  }

  async #agreesInside(id: number, tracking: string, holder: Holder) {
    const rows = heldRowsOf(await this.read('admin', `/custody?tracking_no=${tracking}`));
    const inside = rows.some(
      (row) => row.item.id === id && row.held.holder.shipment?.tracking_no === tracking,
    );
    const wanted = typeof holder === 'object' && 'package' in holder && holder.package === tracking;
    expect({ id, tracking, inside }).toEqual({ id, tracking, inside: wanted });
  }
}

function holderOf({ held }: ItemCustody): Holder | null {
  if (held === null) return null;
  const { kind, site, shipment, item } = held.holder;
  if (kind === 'customer' || kind === 'settled') return kind;
  if (kind === 'shipment') return { package: shipment?.tracking_no ?? '' };
  if (kind === 'passed-on') return { passedOn: item?.id ?? 0 };
  return kind === 'site' ? { site: site?.code ?? '' } : null;
}

/** No gap, no overlap, one holder at the end. */
function expectWhole({ chain }: ItemCustody) {
  const jewel = chain.filter((span) => span.piece === 0);
  for (const [index, span] of jewel.entries()) {
    const next = jewel[index + 1];
    expect([span.until, span.until_position]).toEqual([next?.since ?? null, next?.position ?? null]);
  }
  expect(jewel.filter((span) => span.until === null)).toHaveLength(1);
}

export async function openJourneys(): Promise<Journeys> {
  return new Journeys(await openPackages(['paris', 'tokyo', 'warehouse', 'factory', 'admin', 'auditor']));
}

export const AT_PARIS: Holder = { site: 'PAR' };
export const AT_WAREHOUSE: Holder = { site: 'WHS' };
export const inPackage = (tracking: string): Holder => ({ package: tracking });
