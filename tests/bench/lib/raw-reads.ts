import { FINAL_STATUSES, Status } from '@atelier/domain/shared/status.ts';

/** The same answers as plain SQL, by a superuser: no row policy, no counters, an exact count every time. */
export interface RawRead {
  readonly page: string;
  readonly count: string;
}

const PAGE = `
  select i.*, s.code, s.name, s.time_zone, c.name as custody_name, r.firstname, r.lastname, r.fullname, r.email, r.phone,
         r.phone_code, r.fullphone, u.name as scanned_by, g.target_hours,
         (select json_agg(n.names ->> 'en') from rma_reasons n where n.id = any (i.reasons)) as reasons_named
    from item_row i join sites s on s.id = i.store_id join rma_row r on r.id = i.rma_id
    left join sites c on c.id = i.custody_site left join users u on u.id = i.last_scan_by
    left join stage_settings g on g.status_id = i.status`;

const list = (where: string, order = 'i.id desc'): RawRead => ({
  page: `${PAGE} where ${where} order by ${order} limit 50`,
  count: `select count(*) from item_row i join rma_row r on r.id = i.rma_id where ${where}`,
});

export const RAW: Readonly<Record<string, RawRead>> = {
  shopList: list('i.store_id = 3'),
  shopOver72: list(
    `i.store_id = 3 and i.status = ${Status.Created} and i.status_entered_at <= now() - interval '72 hours'`,
  ),
  stage: list(
    `i.status = ${Status.RepairProcess} and i.visible_sites @> array[20]`,
    `(${Status.RepairProcess} = any (i.scanned_targets)), i.status_entered_at, i.id`,
  ),
  siteList: list('i.visible_sites @> array[20]'),
  searchName: list(
    `i.store_id = 3 and (lower(r.lastname) like 'last777%' or lower(r.firstname) like 'last777%')`,
  ),
  searchNumber: list(`i.number = 'S3-500123'`),
};

/** The tiles of a store by counting its open items. */
export const RAW_STATS = `
  select status, count(*), count(*) filter (where status_entered_at <= now() - case status when ${Status.Created} then interval '72 hours'
           when ${Status.ShopReceived} then interval '7 days' end) as over
    from item_row where store_id = 3 and status not in (${FINAL_STATUSES.join(', ')}) group by status`;
