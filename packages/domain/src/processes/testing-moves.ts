import { STATUSES, Status, type StatusId } from '../shared/status.ts';

/** The column "entered from" of product/repair.md §2, written down a second time by hand: → onward, ↔ lateral, ↩ with a reason. */
const TABLE: Readonly<Record<StatusId, string>> = {
  [Status.Created]: '',
  [Status.SentToWarehouse]: '→1',
  [Status.ReceiveFromShop]: '→2 ↩1',
  [Status.MCToCN]: '→3 →17',
  [Status.IncomingCheck]: '→3 →18',
  [Status.SAVCheckResult]: '→3 →19 ↩4 ↩5 ↩6 ↩7 ↩8 ↩9 ↩10 ↩11 ↩12',
  [Status.RepairProcess]: '→3 →19 →17 ↩5 ↩6 ↩7 ↩8 ↩9 ↩10 ↩11 ↩12',
  [Status.RepairPolish]: '→3 →19 →17 →4 ↩6 ↩7 ↩8 ↩9 ↩10 ↩11 ↩12',
  [Status.RepairQC]: '→4 →5',
  [Status.PlatingProcess]: '→6 →17 →19 ↩8 ↩9 ↩10 ↩11 ↩12',
  [Status.AssemblyProcess]: '→6 →7 →17 →19 ↩9 ↩10 ↩11 ↩12',
  [Status.AssemblyPenPlatingProcess]: '→6 →7 →8 ↔10 ↔11 ↩12',
  [Status.AssemblySettingStone]: '→6 →7 →8 →9 ↔11 ↩12',
  [Status.AssemblySettingPearl]: '→6 →7 →8 →9 →10 ↩12',
  [Status.FinalQCProcess]: '→6 →7 →8 →9 →10 →11',
  [Status.RepairDone]: '→12 →3 →19 →17',
  [Status.LogisticsShipOut]: '→13',
  [Status.ShopReceived]: '→14',
  [Status.TakenByClient]: '→15 →14',
  [Status.Closed]: '',
  [Status.Cancelled]: '↩1',
};

export const ALL_STATUSES: readonly StatusId[] = STATUSES.map(({ id }) => id);

/** How the table enters one status from another; null where it does not. */
export function enteredBy(from: StatusId, to: StatusId): '→' | '↔' | '↩' | null {
  const cell = TABLE[to].split(' ').find((entry) => entry.slice(1) === String(from)) ?? '';
  const sign = cell.charAt(0);
  return sign === '→' || sign === '↔' || sign === '↩' ? sign : null;
}
