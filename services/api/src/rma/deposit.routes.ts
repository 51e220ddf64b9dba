import type { Rejection } from '@atelier/domain/rejection.ts';
import { humanNumber } from '@atelier/domain/repair/item-number.ts';
import { createRmaAnswer, createRmaBody } from '@atelier/domain/rma/contract.ts';
import type { CreateItemBody, CreateRmaBody } from '@atelier/domain/rma/contract.ts';
import { inScope } from '@atelier/store/database.ts';
import type { CommandOutcome } from '@atelier/store/commands/run-command.ts';
import { depositRma } from '@atelier/store/rma/deposit.commands.ts';
import type { NewDeposit, NewItem } from '@atelier/store/rma/deposit.commands.ts';
import type { FastifyInstance } from 'fastify';
import { callerOf, commandServices } from '../caller.ts';
import type { ApiDeps } from '../deps.ts';
import { ok } from '../envelope.ts';
import { ApiError, forbidden } from '../errors.ts';
import { rejected } from '../rejections.ts';
import { defineRoute } from '../route.ts';
import { refuseBadPhone } from './phone.ts';

const CREATED = 'RMA has been created';

/** `POST /rma` (specification §5, §7): a deposit at the caller's own store. */
export function depositRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const services = commandServices(deps);
  defineRoute(app, {
    method: 'POST',
    url: '/rma',
    permission: 'view request new rma page',
    scope: 'store',
    summary: 'Request an RMA: one deposit by one customer, 1..n items',
    body: createRmaBody,
    answer: createRmaAnswer,
    handler: async (input) => {
      const { body, principal, scope } = input;
      if (principal.storeId === undefined) throw forbidden();
      refuseBadPhone(body.phone_code, body.phone);
      const outcome = await depositRma(services, callerOf(input), depositOf(body, principal.storeId));
      if (!outcome.ok) throw fieldRefusal(outcome.rejection);
      const rmaId = rmaIdOf(outcome);
      const created = await inScope(deps.db, scope, (trx) =>
        trx
          .selectFrom('rma_row')
          .select(['id', 'number', 'public_reference', 'item_ids'])
          .where('id', '=', rmaId)
          .executeTakeFirstOrThrow(),
      );
      return ok(answerOf(created), { message: CREATED, position: outcome.position });
    },
  });
}

interface CreatedRow {
  readonly id: number;
  readonly number: string;
  readonly public_reference: string;
  readonly item_ids: readonly number[];
}

function answerOf({ id, number, public_reference, item_ids }: CreatedRow) {
  const [prefix = ''] = number.split('-');
  const items = item_ids.map((itemId) => ({ id: itemId, number: humanNumber(prefix, itemId) }));
  return { id, number, public_reference, items };
}

function rmaIdOf(outcome: Extract<CommandOutcome, { ok: true }>): number {
  const id = outcome.answer?.['rma_id'];
  if (typeof id !== 'number') throw new TypeError('a deposit answers its id');
  return id;
}

/** The domain names a bad field by its item's place; the envelope points at it as the form knows it. */
function fieldRefusal(rejection: Rejection): ApiError {
  const { field, index } = rejection.details ?? {};
  if (typeof field !== 'string') return rejected(rejection);
  const path = typeof index === 'number' ? `items.${index}.${field}` : field;
  const message = `Refused: ${field.replaceAll('_', ' ')}.`;
  const errors = [{ path, code: rejection.code, message }];
  return new ApiError(400, rejection.code, message, { errors, data: rejection.details });
}

function depositOf(body: CreateRmaBody, storeId: number): NewDeposit {
  return {
    storeId,
    customerId: body.customer_id ?? null,
    contact: {
      firstName: body.firstname,
      lastName: body.lastname,
      phoneCode: body.phone_code.startsWith('+') ? body.phone_code : `+${body.phone_code}`,
      phone: body.phone.replaceAll(/\D/g, ''),
      email: body.email,
    },
    address: {
      country: body.country.toUpperCase(),
      province: orNull(body.province),
      city: orNull(body.city),
      address: body.address,
      receiverName: body.receiver_name,
      receiverPhone: body.receiver_phone,
    },
    delivery: 'store',
    platform: body.platform_type,
    fulfilledDate: body.fulfilled_date,
    originalOrderId: body.original_order_id,
    originalOrderNumber: body.original_order_number,
    isAgent: body.is_agent,
    language: body.language,
    items: body.items.map(itemOf),
  };
}

const MG_PER_GRAM = 1_000;
const milli = (value: number | undefined) => (value === undefined ? null : Math.round(value * MG_PER_GRAM));
const orNull = (text: string) => (text === '' ? null : text);

function itemOf(item: CreateItemBody): NewItem {
  return {
    sku: item.product_sku,
    size: orNull(item.product_size),
    serial: orNull(item.serial_number),
    certificateNo: null,
    sequenceNumber: item.sequence_number ?? null,
    purchaseDate: item.purchase_date,
    invoiceNumber: item.invoice_number,
    weights: {
      totalMg: milli(item.total_weight),
      goldMg: milli(item.gold_weight),
      milliCarats: milli(item.carat_weight),
    },
    reasonIds: item.reasons,
    subReasonIds: item.sub_reasons,
    renewReasons: item.renew_reasons,
    extendedWarranty: item.extended_warranty,
    warrantyOverride: null,
    maintenanceAmount: item.maintenance_amount,
    waiverRemark: item.is_waived_fee ? item.store_remark : null,
    images: item.images,
    goldImage: item.gold_image ?? null,
    survey: item.exchange_survey ?? null,
    fakeProduct: null,
  };
}
