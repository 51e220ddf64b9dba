import { tryLogin } from '@atelier/api/testing/testing-api.ts';
import { depositBody } from '@atelier/api/testing/testing-bodies.ts';
import { noise } from '@atelier/api/images/testing-pictures.ts';
import { planMessage } from '@atelier/domain/messages/decide.ts';
import { offeredDays } from '@atelier/domain/repair/collection/slots.ts';
import { cronOf } from '@atelier/domain/shared/schedule.ts';
import { Status, STATUSES } from '@atelier/domain/shared/status.ts';
import { feeAskedResponse, feeLinkResponse } from '@atelier/contracts/repair/fee-link-schema.ts';
import { boardResponse } from '@atelier/contracts/dashboard/schema.ts';
import { clearingRunResponse } from '@atelier/contracts/clearing/schema.ts';
import { dataOf } from '@atelier/api/testing/testing-reply.ts';
import { collect } from '@atelier/application/commands/testing-commands.ts';
import { findShipmentId } from '@atelier/application/shipping/shipment-number.queries.ts';
import { findNavPackage } from '@atelier/application/nav/nav-package.queries.ts';
import { closeDue, remindDue } from '@atelier/application/reminders/reminders.commands.ts';
import { clearingScheduleOf } from '@atelier/workers/clearing/clearing.job.ts';
import type { SettingsWorld } from './testing-settings.ts';

export interface Case {
  readonly value: unknown;
  /** How the value shows from outside: a different result once it has changed. */
  readonly look: () => Promise<unknown>;
}

/** A case for every setting: another value, and where its effect shows. */
export function casesOf(world: SettingsWorld): Readonly<Record<string, Case>> {
  const { api, node, clock, people, sku, goldSku, picture, call, services } = world;
  const { deposit, deposited, rowOf, received, entering, returned, again, rules, work, asJob, workersShown } =
    world;

  let waits: Promise<number> | undefined;
  /** One piece that waits for its customer; every look at it may age it. */
  const waiting = () => (waits = waits ?? returned());

  let lastAddress = 0;
  /** An address without failures. */
  const address = () => `10.1.${Math.floor((lastAddress += 1) / 250)}.${(lastAddress % 250) + 1}`;

  /** When a message would be sent whose piece was ready at a moment. */
  function plannedFor(now: string) {
    const head = {
      messageId: 1,
      kind: 'ready',
      rmaId: 1,
      itemIds: [1],
      storeId: 1,
      customerRef: 'customer-1',
      cause: '',
      fee: null,
    } as const;
    const facts = {
      happenedAt: now,
      isCauseHere: true,
      isStillSo: true,
      hasOtherLink: false,
      contact: { email: 'camille@laurent.test', phone: '' },
      declined: { email: false, phone: false },
      sender: { name: '', address: 'atelier@maison.test' },
      phoneChannel: null,
      timeZone: 'Europe/Paris',
      language: 'fr',
      restoredAt: null,
    };
    return planMessage(head, facts, { now, policy: node.deps.policy() });
  }

  /** What a client may book at a shop whose hours are not known. */
  const pickupTimes = () =>
    offeredDays({ hours: '', timeZone: 'Europe/Paris' }, '2026-11-20T10:00:00.000Z', node.deps.policy());

  async function lifeOfCaptcha() {
    const { CaptchaId } = (await node.app.inject({ url: '/api/captcha/getOne' })).json();
    const { rows } = await api.world.pool.query<{ life: number }>(
      'select extract(epoch from expires_at)::float8 as life from captchas where id = $1',
      [CaptchaId],
    );
    return Math.round((rows[0]?.life ?? 0) - clock.now().getTime() / 1000);
  }

  /** The answer to a shop that shows its customer the link to a fee of EUR 70.00. */
  async function shownFeeLink() {
    const rma_item_id = await received();
    const fee = { rma_item_id, amount: 7_000, currency: 'EUR', reason: 'a stone is missing' };
    await call('admin', 'POST', '/rma/fee/override', fee);
    return call('paris', 'POST', '/rma/fee/link', { rma_item_id });
  }

  async function uploaded(): Promise<{ isLarge: boolean; width: number }> {
    const boundary = 'x-setting-x';
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="ring.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`;
    const bytes = await noise(700, 500).jpeg({ quality: 95 }).toBuffer();
    const answer = await node.app.inject({
      method: 'POST',
      url: '/api/upload/img',
      headers: {
        ...people.headersOf('paris'),
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    });
    const { size, width } = answer.json().data;
    return { isLarge: size > 64 * 1024, width };
  }

  const stageCases = STATUSES.filter(({ bucket }) => bucket === 'in_factory').flatMap(
    ({ id }): [string, Case][] => [
      [
        `stage_${id}`,
        {
          value: { target_hours: 77, wip_limit: 78, sites: [] },
          look: async () => {
            const board = await call('warehouse', 'GET', '/dashboard/board');
            const { columns } = dataOf(boardResponse.shape.data, board);
            return columns.find((column) => column.rma_status_id === id);
          },
        },
      ],
    ],
  );
  const benches = STATUSES.filter(({ bucket, id }) => bucket === 'in_factory' && id !== Status.MCToCN);
  const scanCases = benches.map(({ id }): [string, Case] => [
    `scan_validates_${id}`,
    // The bench asks this: tests/e2e/benches holds what it then does.
    { value: [20], look: async () => (await rules()).validate_on_scan[id] ?? [] },
  ]);

  const weighingCases = benches.flatMap(({ id }): [string, Case][] => [
    [`weigh_before_${id}`, { value: [20], look: async () => (await rules()).weigh_before[id] ?? [] }],
    [`weight_tolerance_${id}`, { value: 60, look: async () => (await rules()).stage_tolerances[id] ?? null }],
  ]);

  return {
    warranty_years: {
      value: 9,
      look: async () => (await rowOf(await deposited({ purchase_date: '2019-06-01' }))).is_under_warranty,
    },
    extended_warranty_months: {
      value: 60,
      look: async () => {
        const extended = { extended_warranty: true, extended_warranty_proof: picture };
        return (await rowOf(await deposited(extended))).warranty_until;
      },
    },
    exchange_months: { value: 1, look: async () => (await deposit({ purchase_date: '2026-09-01' })).code },
    extended_exchange_months: { value: 18, look: async () => (await rules()).extended_exchange_months },
    sav_repair_threshold: {
      value: 0,
      look: async () => (await rowOf(await again())).QualityInvestigateDisabled,
    },
    sav_repair_days: { value: 10, look: async () => (await rowOf(await again())).repair_history },
    ready_to_ship_over_hours: { value: 5, look: async () => (await rowOf(await deposited())).due_at },
    waiting_over_days: { value: 3, look: async () => (await rowOf(await waiting())).due_at },
    reminder_every_days: {
      value: 40,
      look: async () => {
        const id = await returned();
        await remindDue(asJob(30), work);
        return (await rowOf(id)).to_call === null;
      },
    },
    reminders_before_escalation: {
      value: 1,
      look: async () => {
        const id = await returned();
        await remindDue(asJob(15), work);
        return (await rowOf(id)).to_call;
      },
    },
    close_after_days: {
      value: 60,
      look: async () => {
        const id = await returned();
        await collect(services(), id);
        await closeDue(asJob(20), work);
        return (await rowOf(id)).rma_status_id;
      },
    },
    clearing_limit: {
      value: 7,
      look: async () => {
        const body = { end_date: '2026-01-01', dry_run: 1 };
        const run = await call('admin', 'POST', '/tools/autoclientreceived', body);
        return dataOf(clearingRunResponse.shape.data, run).criteria.limit;
      },
    },
    worker_figures: { value: [20], look: async () => workersShown() },
    undo_minutes: {
      value: 20,
      look: async () => {
        const { undo, status_entered_at: at } = await rowOf(await received());
        return Date.parse(undo?.until ?? '') - Date.parse(at);
      },
    },
    demand_stone_count: { value: true, look: () => entering(10) },
    demand_final_qc_photo: { value: true, look: () => entering(12) },
    demand_final_qc_weight: { value: true, look: () => entering(12) },
    demand_return_weight: { value: true, look: async () => (await rules()).demand_return_weight },
    weight_tolerance: { value: 12, look: async () => (await rules()).weight_tolerance },
    demand_exchange_survey: {
      value: false,
      look: async () => (await deposit({ purchase_date: '2026-10-01' })).code,
    },
    demand_gold_checks: { value: false, look: async () => (await deposit({ product_sku: goldSku })).code },
    demand_images: { value: false, look: async () => (await deposit({ images: [] })).code },
    max_items_per_rma: {
      value: 25,
      look: async () => {
        const [piece] = depositBody({ product_sku: sku, images: [picture] }).items;
        const items = Array.from({ length: 30 }, () => piece);
        const { code, data } = await deposit({}, { items });
        return [code, data];
      },
    },
    max_waiver_requests: {
      value: 1,
      look: async () => {
        const waived = { is_waived_fee: true, store_remark: 'loyal', purchase_date: '2019-01-01' };
        const rma_item_id = await deposited({ ...waived, maintenance_amount: 5_000 });
        await call('admin', 'POST', '/rma/waiver/decide', { rma_item_id, decision: 10, reason: 'no' });
        return (await call('paris', 'POST', '/rma/waiver/request', { rma_item_id, remark: 'please' })).code;
      },
    },
    remark_words: {
      value: 10,
      look: async () => {
        const comment = Array.from({ length: 11 }, () => 'word').join(' ');
        return (await call('paris', 'POST', '/shopcomment', { id: await deposited(), comment })).code;
      },
    },
    schedule_clearing: {
      value: { mode: 'daily', at: '04:10' },
      look: async () => clearingScheduleOf(node.deps.policy(), undefined),
    },
    clearing_after_days: {
      value: 45,
      look: async () => clearingScheduleOf(node.deps.policy(), { pattern: '0 3 * * *', afterDays: 90 }),
    },
    schedule_reminders: {
      value: { mode: 'daily', at: '04:20' },
      look: async () => cronOf(node.deps.policy().schedules.reminders),
    },
    schedule_closing: {
      value: { mode: 'daily', at: '04:30' },
      look: async () => cronOf(node.deps.policy().schedules.closing),
    },
    factories: {
      value: null,
      look: async () => {
        const rma_item_ids = [await received()];
        return (await call('warehouse', 'POST', '/sav/tranfer_factory', { rma_item_ids, factory: 'FSZ' }))
          .code;
      },
    },
    fee_conditions: {
      value: { en: 'Ours.', 'zh-CN': 'b', 'zh-TW': 'c', fr: 'd', es: 'e', ja: 'f', ar: 'g' },
      look: async () => {
        const { link } = dataOf(feeLinkResponse.shape.data, await shownFeeLink());
        const url = `/api/fee/${link.slice(link.lastIndexOf('/') + 1)}?language=en`;
        const answer = await node.app.inject({ url, remoteAddress: address() });
        return feeAskedResponse.parse(answer.json()).data?.conditions_text;
      },
    },
    fee_link_limits: {
      value: { EUR: 5_000 },
      look: async () => (await shownFeeLink()).code,
    },
    delivery_countries: {
      value: ['JP'],
      look: async () =>
        (await call('paris', 'POST', '/check/deliver/type', { items: [], country: 'FR', type: 'client' }))
          .data,
    },
    nav_excluded_countries: {
      value: ['FR'],
      look: async () => {
        const id = await returned();
        const shipmentId = await findShipmentId(api.world.db, `BCK-${id}`);
        return (await findNavPackage(asJob(), shipmentId ?? 0))?.pack.storeIsOutside;
      },
    },
    login_failures: {
      value: 9,
      look: async () =>
        (await tryLogin(node.app, 'tokyo@demo.test', 'no', address())).json().data.attempts_left,
    },
    login_lock_seconds: {
      value: 120,
      look: async () => {
        const from = address();
        let locked = 0;
        for (let attempt = 0; attempt < 10; attempt += 1)
          locked =
            (await tryLogin(node.app, 'factory@demo.test', 'no', from)).json().data.locked_for_s ?? locked;
        return Math.ceil(locked / 60);
      },
    },
    captcha_life_seconds: { value: 40, look: async () => lifeOfCaptcha() },
    captcha_refresh_seconds: {
      value: 3,
      look: async () => (await node.app.inject({ url: '/api/captcha/getOne' })).json().refresh_ms,
    },
    image_kilobytes: { value: 64, look: async () => (await uploaded()).isLarge },
    image_edge: { value: 480, look: async () => (await uploaded()).width },
    // What follows from it: services/workers/src/messages/messages.int.test.ts.
    messages_on: { value: true, look: async () => node.deps.policy().messagesOn },
    message_wait_minutes: { value: 25, look: async () => plannedFor('2026-11-20T10:00:00.000Z') },
    message_delay_days: { value: 12, look: async () => node.deps.policy().messageDelayMs },
    message_quiet_from: { value: 9, look: async () => plannedFor('2026-11-20T10:00:00.000Z') },
    pickup_from_hour: { value: 11, look: async () => pickupTimes() },
    pickup_until_hour: { value: 17, look: async () => pickupTimes() },
    pickup_slot_minutes: { value: 30, look: async () => pickupTimes() },
    // What follows from it: services/api/src/customer-site/pickup-slots.int.test.ts.
    pickups_per_slot: { value: 3, look: async () => node.deps.policy().pickupsPerSlot },
    message_quiet_until: { value: 10, look: async () => plannedFor('2026-11-20T23:00:00.000Z') },
    ...Object.fromEntries([...stageCases, ...scanCases, ...weighingCases]),
  };
}
