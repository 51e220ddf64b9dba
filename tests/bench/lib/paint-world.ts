import { z } from 'zod';
import { itemView } from '@atelier/contracts/repair-detail/schema.ts';
import { signIn } from '../../faults/support/caller.ts';
import { callAs, fillBoard, type Caller } from './board-fill.ts';

/** A system whose factory has a full board, and who calls it beside the browsers. */
export interface PaintWorld {
  readonly url: string;
  readonly site: Caller;
  readonly siteId: number;
  /** Ids of what stands at these stages now. */
  readonly standing: (...statuses: readonly number[]) => Promise<readonly number[]>;
  /** Takes back what was scanned for this bench. */
  readonly clear: (ids: readonly number[], target: number) => Promise<void>;
}

const STAGES = [3, 17, 4, 5, 6, 8, 9, 10, 11, 12];
const PAGE = 200;
const place = itemView.pick({ id: true });

export async function openPaintWorld(url: string, pieces: number): Promise<PaintWorld> {
  const [shop, site] = await Promise.all(
    ['paris', 'factory'].map(async (name): Promise<Caller> => ({ url, token: await signIn(url, name) })),
  );
  if (shop === undefined || site === undefined) throw new Error('nobody is signed in');
  const sites = await callAs(shop, z.array(z.object({ id: z.number(), code: z.string() })), {
    method: 'GET',
    path: '/site/list',
  });
  const siteId = sites.find(({ code }) => code === 'FSZ')?.id ?? 0;
  const standing = async (...statuses: readonly number[]) => {
    const ids: number[] = [];
    for (const status of statuses) ids.push(...(await idsAt(site, siteId, status)));
    return ids;
  };
  const there = (await standing(...STAGES)).length;
  const began = performance.now();
  if (there < pieces) await fillBoard(shop, site, siteId, pieces - there);
  const seconds = ((performance.now() - began) / 1_000).toFixed(0);
  process.stderr.write(
    `board: ${there} pieces were there, ${Math.max(0, pieces - there)} made in ${seconds} s\n`,
  );
  const clear = async (ids: readonly number[], target: number) => {
    const body = { ids, target };
    await callAs(site, z.unknown(), { method: 'POST', path: '/scan/clear', body });
  };
  return { url, site, siteId, standing, clear };
}

async function idsAt(site: Caller, siteId: number, status: number): Promise<readonly number[]> {
  const ids: number[] = [];
  for (let page = 1; ; page += 1) {
    const path = `/operationrmabystatus/${status}?site_id=${siteId}&sort=entered&page_size=${PAGE}&page=${page}`;
    const rows = await callAs(site, z.array(place), { method: 'GET', path });
    ids.push(...rows.map(({ id }) => id));
    if (rows.length < PAGE) return ids;
  }
}
