import { anySku, keptPicture, PAR } from '@atelier/application/commands/testing-commands.ts';
import { createPostgresBlobStore } from '@atelier/application/blobs/postgres-blob-store.ts';
import { keepUpload } from '@atelier/application/images/uploads.commands.ts';
import type { World } from '@atelier/application/projections/testing.ts';
import { createRmaResponse } from '@atelier/contracts/deposit/deposit-schema.ts';
import type { FastifyInstance } from 'fastify';
import { TestClock, openApiWorld, type ApiWorld, type PersonName } from '../testing/testing-api.ts';
import { depositBody } from '../testing/testing-bodies.ts';
import { signInPeople, type Call, type CallReply } from '../testing/testing-people.ts';
import { dataOf, type Reply } from '../testing/testing-reply.ts';

export interface SoldPiece {
  readonly invoice_no: string;
  readonly sku: string;
  readonly serial: string;
  readonly issued_on: string;
  readonly site_id: number;
  readonly cert_no: string | null;
}

/** What the tills of the demo sold, as the tables' owner sees it: for choosing cases. */
export function soldPieces(world: World, withShippingFee = true): Promise<SoldPiece[]> {
  return world.asked({ kind: 'all' }, (trx) =>
    trx
      .selectFrom('invoice_lines')
      .innerJoin('invoices', 'invoices.id', 'invoice_lines.invoice_id')
      .select(['invoice_no', 'sku', 'serial', 'issued_on', 'invoices.site_id', 'cert_no'])
      .where('state', '=', 'issued')
      .where('shipping_fee', withShippingFee ? 'is not' : 'is', null)
      .orderBy('invoice_no')
      .execute(),
  );
}

export const TODAY = '2026-11-21';

export interface DepositWorldOverHttp {
  readonly api: ApiWorld;
  readonly app: FastifyInstance;
  readonly sku: string;
  /** A picture uploaded in Paris, which every deposit there names by default. */
  readonly images: readonly string[];
  readonly call: Call;
  /** `POST /rma`, in Paris unless said. */
  readonly deposit: (item?: object, head?: object, who?: PersonName) => Promise<CallReply>;
}

/** The deposit that `POST /rma` made. */
export const depositedBy = (reply: Reply) => dataOf(createRmaResponse.shape.data, reply);

const PEOPLE = ['paris', 'tokyo', 'warehouse', 'admin'] as const;

/** An API whose clock stands still, and the calls of the people at its counters. */
export async function openDeposits(at = `${TODAY}T12:00:00Z`): Promise<DepositWorldOverHttp> {
  const api = await openApiWorld();
  const { app } = await api.node({ clock: new TestClock(new Date(at)) });
  const sku = await anySku(api.world);
  const { call } = await signInPeople(app, PEOPLE);
  const images = [await keptPicture(api.world, PAR)];
  const deposit: DepositWorldOverHttp['deposit'] = (item = {}, head = {}, who = 'paris') =>
    call(who, 'POST', '/rma', depositBody({ product_sku: sku, images, ...item }, head));
  return { api, app, sku, images, call, deposit };
}

/** A picture as if it had been uploaded at that shop: its id. */
export async function pictureIn({ api }: DepositWorldOverHttp, siteCode: string): Promise<string> {
  const { db, pool, store } = api.world;
  const siteId = api.sites.get(siteCode) ?? 0;
  const bytes = Buffer.from(`a picture in ${siteCode}`);
  const upload = { userId: siteId, siteId, idempotency: undefined, source: bytes };
  const image = { bytes, mediaType: 'image/jpeg', width: 1, height: 1 } as const;
  const blobs = createPostgresBlobStore(pool, store.files);
  return (await keepUpload({ db, blobs }, { kind: 'store', siteId }, upload, image)).imageId;
}
