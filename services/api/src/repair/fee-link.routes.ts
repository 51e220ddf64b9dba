import { FEE_PATH } from '@atelier/domain/repair/item/fee-link-contract.ts';
import {
  feeLinkBody,
  feeLinkResponse,
  feeLinkWaysResponse,
  makeFeeLinkBody,
  sendFeeLinkBody,
} from '@atelier/contracts/repair/fee-link-schema.ts';
import { itemCommandResponse } from '@atelier/contracts/repair/schema.ts';
import { makeFeeLink, revokeFeeLink } from '@atelier/application/repair/fee-link.commands.ts';
import {
  feeLinkHash,
  feeLinkSecret,
  feeToken,
  messageFeeToken,
} from '@atelier/application/shared/fee-link-secret.ts';
import { findWaysToCustomer } from '@atelier/application/messages/ways-to-customer.queries.ts';
import type { Caller } from '@atelier/application/commands/run-command.ts';
import type { DataScope } from '@atelier/domain/shared/scope.ts';
import type { FastifyInstance } from 'fastify';
import { callerOf, commandServices } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { notFound } from '../http/errors.ts';
import { rejected } from '../http/rejections.ts';
import { defineRoute } from '../http/route.ts';
import { qrCode } from '../shared/qr-code.ts';
import { itemResponse } from '../shared/item-response.ts';

/** Those who may record that a client agrees may ask them by link. */
const ASKERS = ['take payment', 'view request new rma page'] as const;

/** A customer's link to their fee: made, made again and revoked by the piece's shop (product/repair.md §12.1). */
export function feeLinkRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const services = commandServices(deps);
  sendRoutes(app, deps);
  defineRoute(app, {
    method: 'POST',
    url: '/rma/fee/link',
    permission: ASKERS,
    scope: 'store',
    summary: 'Make a link by which the client approves or declines the repair fee; one made before ends',
    body: makeFeeLinkBody,
    response: feeLinkResponse,
    handler: async (input) => {
      const { rma_item_id: id, way } = input.body;
      const caller = callerOf(input);
      const token = feeToken(id, feeLinkSecret(deps.masterKey, id, commandOf(caller)));
      const made = itemResponse(
        id,
        await makeFeeLink(services, caller, id, { linkHash: feeLinkHash(token), way }),
      );
      const link = `${deps.config.publicUrl}${FEE_PATH}${token}`;
      return { ...made, data: { ...made.data, link, qr: qrCode(link) } };
    },
  });
  defineRoute(app, {
    method: 'POST',
    url: '/rma/fee/link/revoke',
    permission: ASKERS,
    scope: 'store',
    summary: "End the client's link to the repair fee",
    body: feeLinkBody,
    response: itemCommandResponse,
    handler: async (input) => {
      const { rma_item_id: id } = input.body;
      return itemResponse(id, await revokeFeeLink(services, callerOf(input), id));
    },
  });
}

/** The same link by a message: what the workers send carries the link that is made here (product/repair.md §12.1). */
function sendRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const services = commandServices(deps);
  const { masterKey, config } = deps;
  const house = {
    masterKey,
    phoneChannel: config.messageGateway?.channel ?? null,
    hasMail: config.mailUrl !== undefined,
  };
  const waysTo = async (scope: DataScope, id: number) => {
    const ways = await findWaysToCustomer(services, house, scope, id);
    if (ways === undefined) throw notFound();
    return ways;
  };
  defineRoute(app, {
    method: 'GET',
    url: '/rma/fee/link/ways',
    permission: ASKERS,
    scope: 'store',
    summary: 'How the link to the repair fee can be sent to the client now, and why not',
    query: feeLinkBody,
    response: feeLinkWaysResponse,
    handler: async ({ query, scope }) => {
      const ways = await waysTo(scope, query.rma_item_id);
      return ok(ways.map(({ way, channel, why, dueAt }) => ({ way, channel, why, due_at: dueAt })));
    },
  });
  defineRoute(app, {
    method: 'POST',
    url: '/rma/fee/link/send',
    permission: ASKERS,
    scope: 'store',
    summary: 'Send the client a link to the repair fee by email or to their phone; one made before ends',
    body: sendFeeLinkBody,
    response: itemCommandResponse,
    handler: async (input) => {
      const { rma_item_id: id, way } = input.body;
      const caller = callerOf(input);
      const chosen = (await waysTo(input.scope, id)).find((each) => each.way === way);
      const why = chosen?.why ?? null;
      // `outdated`: the command below says what keeps the fee from being asked for.
      if (why !== null && why !== 'outdated')
        throw rejected({ code: 'message_not_possible', details: { why } });
      const [messageId = 0] = await services.store.nextIds(1);
      const linkHash = feeLinkHash(messageFeeToken(masterKey, id, messageId));
      const message = { id: messageId, to: way };
      return itemResponse(id, await makeFeeLink(services, caller, id, { linkHash, way: 'message', message }));
    },
  });
}

/** What names a command: its person's key, or the command itself. */
const commandOf = ({ idempotency, metadata }: Caller): string =>
  idempotency === undefined ? metadata.commandId : `${idempotency.person} ${idempotency.key}`;
