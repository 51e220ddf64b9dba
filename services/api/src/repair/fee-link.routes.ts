import { FEE_PATH } from '@atelier/domain/repair/item/fee-link-contract.ts';
import { feeLinkBody, feeLinkResponse, makeFeeLinkBody } from '@atelier/contracts/repair/fee-link-schema.ts';
import { itemCommandResponse } from '@atelier/contracts/repair/schema.ts';
import { makeFeeLink, revokeFeeLink } from '@atelier/application/repair/fee-link.commands.ts';
import { feeLinkHash, feeLinkSecret, feeToken } from '@atelier/application/shared/fee-link-secret.ts';
import type { Caller } from '@atelier/application/commands/run-command.ts';
import type { FastifyInstance } from 'fastify';
import { callerOf, commandServices } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { defineRoute } from '../http/route.ts';
import { qrCode } from '../shared/qr-code.ts';
import { itemResponse } from '../shared/item-response.ts';

/** Those who may record that a client agrees may ask them by link. */
const ASKERS = ['take payment', 'view request new rma page'] as const;

/** A customer's link to their fee: made, made again and revoked by the piece's shop (product/repair.md §12.1). */
export function feeLinkRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const services = commandServices(deps);
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

/** What names a command: its person's key, or the command itself. */
const commandOf = ({ idempotency, metadata }: Caller): string =>
  idempotency === undefined ? metadata.commandId : `${idempotency.person} ${idempotency.key}`;
