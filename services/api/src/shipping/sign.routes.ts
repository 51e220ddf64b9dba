import { type SaveSignBody, saveSignResponse, saveSignBody } from '@atelier/contracts/shipping/schema.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { signItems } from '@atelier/application/shipping/sign.commands.ts';
import { signPackage } from '@atelier/application/shipping/send.commands.ts';
import type { FastifyInstance } from 'fastify';
import { accepted, callerOf, commandServices, type CommandInput } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ok } from '../http/envelope.ts';
import { badField } from '../http/errors.ts';
import { keepSignature, refuseBadSignature, SIGNED_BODY_LIMIT } from '../http/keep-signature.ts';
import { defineRoute } from '../http/route.ts';

/** `POST /saveSign` (product/shipping.md §11): strokes and their picture, versions never replaced. */
export function signRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const services = commandServices(deps);
  defineRoute(app, {
    method: 'POST',
    url: '/saveSign',
    permission: [
      'shop handover',
      'view prepare package page',
      'view request new rma page',
      'logistic ship out',
    ],
    scope: 'site',
    summary: 'Save a signature for items or for a package',
    body: saveSignBody,
    response: saveSignResponse,
    bodyLimit: SIGNED_BODY_LIMIT,
    handler: async (input) => {
      const { body } = input;
      const signed = await signAll(services, input, body);
      const { signature, version, position } = signed;
      return ok({ signature_id: signature, version }, { message: 'signature saved', position });
    },
  });
}

interface Signed {
  /** Of several items, the first one's: it names the signing of all of them. */
  readonly signature: string;
  readonly version: number;
  readonly position: number;
}

/** For a package, or for several items at once: then the version is the newest of them. */
function signAll(services: CommandServices, input: CommandInput, body: SaveSignBody): Promise<Signed> {
  return body.tracking_no === undefined
    ? signedItems(services, input, body)
    : signedPackage(services, input, body, body.tracking_no);
}

async function signedPackage(
  services: CommandServices,
  input: CommandInput,
  body: SaveSignBody,
  trackingNumber: string,
): Promise<Signed> {
  const caller = callerOf(input, 'package');
  const signature = await keepSignature(services.blobs, body, body.kind, caller);
  const outcome = accepted(await signPackage(services, caller, trackingNumber, signature));
  return { signature, version: numberIn(outcome.answer?.['signatures']), position: outcome.position };
}

async function signedItems(
  services: CommandServices,
  input: CommandInput,
  body: SaveSignBody,
): Promise<Signed> {
  const { kind } = body;
  refuseBadSignature(body);
  if (kind === 'courier') throw badField('kind', 'invalid_kind', 'A courier signs for a package.');
  const itemIds = [...new Set(body.rma_item_ids)];
  const callers = new Map(itemIds.map((id) => [id, callerOf(input, id)]));
  const documentOf = (id: number) =>
    keepSignature(services.blobs, body, kind, callers.get(id) ?? callerOf(input, id));
  const signing = { itemIds, kind, documentOf };
  const { answer, position } = accepted(await signItems(services, callerOf(input), signing));
  const [first = 0] = itemIds;
  return { signature: await documentOf(first), version: numberIn(answer?.['version']), position };
}

function numberIn(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
