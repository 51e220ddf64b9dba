import { DAY_MS, HOUR_MS, MINUTE_MS } from '@atelier/domain/kernel.ts';
import type { Random } from '../reference/random.ts';
import { caseInvoice } from '../reference/cases.ts';
import { ago } from './ages.ts';
import { broughtWith } from './bring.ts';
import type { Piece } from './facts.ts';
import { laterAtWork } from './hours.ts';
import { pieceOf, type Planner } from './planner.ts';
import { planStanding, type Standing } from './standing.ts';
import { planThrough } from './through.ts';
import { Status } from '@atelier/domain/shared/status.ts';

/** The package whose counts the SAV check may be tried on; docs/demo.md names it. */
export const SAV_PACKAGE = 'CASE-SAV-1';

/** Cases of docs/demo.md that have a past: all of Paris, repaired in Valenza. */
export function planNamed(planner: Planner): void {
  planSavPackage(planner);
  planApproved(planner);
  planCounterfeit(planner);
  planDuplicate(planner);
  planUncollected(planner);
  planOften(planner);
}

const paris = (planner: Planner) => planner.facts.site('PAR');
const valenza = (planner: Planner) => planner.facts.site('FVZ');

function caseOf(planner: Planner, no: number): { readonly piece: Piece; readonly random: Random } {
  const invoice = caseInvoice(no);
  const piece = planner.facts.pieces.find((each) => each.invoice.invoice_no === invoice);
  if (piece === undefined) throw new Error(`the reference set has no ${invoice}`);
  return { piece, random: planner.namedRandom(invoice) };
}

function stands(
  planner: Planner,
  no: number,
  standing: Omit<Standing, 'factory' | 'straight'>,
  bench?: 4,
): void {
  const { piece, random } = caseOf(planner, no);
  const given = [broughtWith(piece, bench, random)];
  const whole = { factory: valenza(planner), straight: true, ...standing };
  planStanding(planner, paris(planner), [whole], given, { random });
}

/** A waiver under review, a refused one, and a piece without either, received in one package and not yet checked. */
function planSavPackage(planner: Planner): void {
  const site = valenza(planner);
  const lane = planner.lanes.out(paris(planner), true);
  const sentAt = ago(planner.now, 6 * DAY_MS, lane.from.time_zone);
  const out = planner.packages.alone(lane, sentAt, { trackingNumber: SAV_PACKAGE });
  const receivedAt = ago(planner.now, 2 * DAY_MS, site.time_zone);
  const end = { status: Status.ReceiveFromShop, site } as const;
  stands(planner, 19, { end, endAt: receivedAt, out, turns: { waiverOpen: true } });
  stands(planner, 20, { end, endAt: receivedAt + 2 * MINUTE_MS, out, turns: { waiverDecided: 10 } });
  stands(planner, 26, { end, endAt: receivedAt + 4 * MINUTE_MS, out });
}

/** Approved, hence free, and at the bench. */
function planApproved(planner: Planner): void {
  const end = { status: Status.RepairProcess, site: valenza(planner) } as const;
  const endAt = planner.now - 9 * HOUR_MS;
  const loan = { description: 'Alliance fine en argent', code: 'PRET-04', value: 120_00, dueInDays: 6 };
  stands(planner, 21, { end, endAt, turns: { waiverDecided: 11, loan } }, 4);
}

/** Home from Valenza since some days, in a separate package. */
function waits(planner: Planner, no: number, daysAgo: number, standing: Partial<Standing>): void {
  const [shop, site] = [paris(planner), valenza(planner)];
  const homeAt = ago(planner.now, daysAgo * DAY_MS, shop.time_zone);
  const sentAt = ago(planner.now, (daysAgo + 4) * DAY_MS, site.time_zone);
  const back = planner.packages.alone(planner.lanes.back(site, shop), sentAt);
  const end = { status: Status.RepairDone, site } as const;
  stands(planner, no, { end, endAt: sentAt - 20 * HOUR_MS, back, homeAt, ...standing });
}

const planCounterfeit = (planner: Planner): void =>
  waits(planner, 22, 2.4, { outcome: 'counterfeit', turns: { suspected: true } });
/** Its owner has a loan piece that should be back. */
function planUncollected(planner: Planner): void {
  const loan = { description: 'Bracelet jonc doré', code: 'PRET-11', value: 240_00, dueInDays: -4 };
  waits(planner, 24, 15.2, { turns: { alwaysCalled: true, loan } });
}

/** Deposited this week and still at the counter: a second deposit shows a warning. */
function planDuplicate(planner: Planner): void {
  const { piece, random } = caseOf(planner, 23);
  const depositAt = ago(planner.now, 26 * HOUR_MS, paris(planner).time_zone, 60 * HOUR_MS);
  pieceOf(planner.open(paris(planner), depositAt, random), broughtWith(piece, undefined, random), {});
}

/** Three repairs within five months; the fourth deposit locks "SAV Repair Issue" at the factory. */
function planOften(planner: Planner): void {
  const shop = paris(planner);
  const { piece, random } = caseOf(planner, 25);
  let depositAt = laterAtWork(planner.now - 150 * DAY_MS, shop.time_zone);
  for (const time of [1, 2, 3]) {
    const rma = planThrough(planner, shop, depositAt, 1, {
      given: [broughtWith(piece, undefined, random)],
      endsBy: depositAt + 44 * DAY_MS,
      outcome: 'repaired',
      random: planner.namedRandom(`${caseInvoice(25)} ${time}`),
    });
    const [told] = rma.pieces;
    const takenAt = told?.fate.kind === 'taken' ? told.fate.at : depositAt;
    depositAt = laterAtWork(takenAt + 4 * DAY_MS, shop.time_zone);
  }
}
