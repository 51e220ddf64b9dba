import type { SaveSignBody } from '@atelier/domain/shipping/schema.ts';
import { saveSignResponse, saveSignBody } from '@atelier/domain/shipping/schema.ts';
import type { Caller, CommandServices } from '@atelier/application/commands/run-command.ts';
import { signItem } from '@atelier/application/shipping/sign.commands.ts';
import { signPackage } from '@atelier/application/shipping/send.commands.ts';
import type { FastifyInstance } from 'fastify';
import { accepted, callerOf, commandServices } from '../caller.ts';
import type { ApiDeps } from '../deps.ts';
import { ok } from '../envelope.ts';
import { badField } from '../errors.ts';
import { keepSignature, refuseBadSignature, SIGNED_BODY_LIMIT } from '../keep-signature.ts';
import { defineRoute } from '../route.ts';

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
      const signed = await signAll(services, (part) => callerOf(input, part), body);
      const { signature, version, position } = signed;
      return ok({ signature_id: signature, version }, { message: 'signature saved', position });
    },
  });
}

interface Signed {
  /** Of several items, the first one's. */
  readonly signature: string;
  readonly version: number;
  readonly position: number;
}

/** For a package, or for each of several items: then the version is the newest of them. */
async function signAll(
  services: CommandServices,
  callerFor: (part: string) => Caller,
  body: SaveSignBody,
): Promise<Signed> {
  const { kind } = body;
  const keep = (caller: Caller) => keepSignature(services.blobs, body, kind, caller);
  if (body.tracking_no !== undefined) {
    const caller = callerFor('package');
    const signature = await keep(caller);
    const outcome = accepted(await signPackage(services, caller, body.tracking_no, signature));
    return { signature, version: numberIn(outcome.answer?.['signatures']), position: outcome.position };
  }
  refuseBadSignature(body);
  if (kind === 'courier') throw badField('kind', 'invalid_kind', 'A courier signs for a package.');
  const all: Signed[] = [];
  for (const id of new Set(body.rma_item_ids)) {
    const caller = callerFor(String(id));
    const signature = await keep(caller);
    const { answer, position } = accepted(await signItem(services, caller, id, kind, signature));
    all.push({ signature, version: numberIn(answer?.['version']), position });
  }
  return {
    signature: all[0]?.signature ?? '',
    version: Math.max(...all.map(({ version }) => version)),
    position: Math.max(...all.map(({ position }) => position)),
  };
}

function numberIn(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
