import { holdsAny } from '@atelier/domain/identity/principal.ts';
import { humanNumber } from '@atelier/domain/repair/item/item-number.ts';
import {
  createRmaResponse,
  createRmaBody,
  type CreateRmaBody,
} from '@atelier/contracts/deposit/deposit-schema.ts';
import { inScope } from '@atelier/application/platform/database.ts';
import type { CommandOutcome } from '@atelier/application/commands/run-command.ts';
import { depositRma, type NewDeposit } from '@atelier/application/deposit/deposit.commands.ts';
import type { FastifyInstance } from 'fastify';
import { type CommandInput, callerOf, commandServices } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { forbidden } from '../http/errors.ts';
import { keepSignature, refuseBadSignature, SIGNED_BODY_LIMIT } from '../http/keep-signature.ts';
import { defineRoute } from '../http/route.ts';
import { contactIssues, depositOf } from './deposit-body.ts';
import { explainDepositField } from './deposit-messages.ts';
import { depositRefusal, refuseOverride } from './deposit-refusal.ts';

const CREATED = 'RMA has been created';

/** `POST /rma` (product/deposit.md §1): a deposit at the caller's own store. */
export function depositRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const services = commandServices(deps);
  defineRoute(app, {
    method: 'POST',
    url: '/rma',
    permission: 'view request new rma page',
    scope: 'store',
    summary: 'Request an RMA: one deposit by one client, 1..n items',
    body: createRmaBody,
    response: createRmaResponse,
    bodyLimit: SIGNED_BODY_LIMIT,
    explain: explainDepositField,
    handler: async (input) => {
      const { body, principal, scope } = input;
      if (principal.storeId === undefined) throw forbidden();
      refuseOverride(body, principal);
      if (body.signature !== undefined) refuseBadSignature(body.signature, 'signature.');
      const outcome = await depositRma(services, callerOf(input), {
        ...depositOf(body, principal.storeId),
        issues: contactIssues(body),
        rights: { mayDiscount: holdsAny(principal.permissions, ['decide waived fee']) },
        ...signatureOf(deps, input),
      });
      if (!outcome.ok) throw depositRefusal(outcome.rejection);
      const rmaId = rmaIdOf(outcome);
      const created = await inScope(deps.db, scope, (trx) =>
        trx
          .selectFrom('rma_row')
          .select(['id', 'number', 'public_reference', 'language', 'item_ids'])
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
  readonly language: string;
  readonly item_ids: readonly number[];
}

function answerOf({ id, number, public_reference, language, item_ids }: CreatedRow) {
  const [prefix = ''] = number.split('-');
  const items = item_ids.map((itemId) => ({ id: itemId, number: humanNumber(prefix, itemId) }));
  return { id, number, public_reference, language, items };
}

function rmaIdOf(outcome: Extract<CommandOutcome, { ok: true }>): number {
  const id = outcome.answer?.['rma_id'];
  if (typeof id !== 'number') throw new TypeError('a deposit answers its id');
  return id;
}

/** Kept once nothing else is wrong, so that a refused deposit leaves nothing behind. */
function signatureOf(
  { blobs }: ApiDeps,
  input: CommandInput & { readonly body: CreateRmaBody },
): Pick<NewDeposit, 'signature'> {
  const { signature } = input.body;
  if (signature === undefined) return {};
  return { signature: () => keepSignature(blobs, signature, 'deposit', callerOf(input)) };
}
