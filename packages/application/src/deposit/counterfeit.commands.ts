import { acceptStreams, reject } from '@atelier/domain/decider.ts';
import { itemStream, type ItemId } from '@atelier/domain/kernel.ts';
import { decideCounterfeit, type CounterfeitReport } from '@atelier/domain/repair/counterfeit.ts';
import { itemAggregate } from '../aggregates.ts';
import {
  runCommand,
  type Caller,
  type CommandOutcome,
  type CommandServices,
} from '../commands/run-command.ts';
import { visibleItem } from '../commands/visible-item.ts';
import { noteNamedImages } from '../commands/named-images.ts';

/** `POST /fake/product`: the picture must have been uploaded where the caller stands. */
export async function reportCounterfeit(
  services: CommandServices,
  caller: Caller,
  itemId: ItemId,
  report: CounterfeitReport,
): Promise<CommandOutcome> {
  const streamId = itemStream(itemId);
  const known = await noteNamedImages(services.db, caller.scope, [report.image]);
  return runCommand(services, caller, {
    streams: [streamId],
    versioned: streamId,
    decide: (states, context) => {
      const item = visibleItem(states.of(itemAggregate, itemId), caller.scope);
      if (item === null) return reject('not_found');
      if (!known.has(report.image)) return { ok: false, rejection: UNKNOWN_IMAGE };
      const decision = decideCounterfeit(report, item, context);
      return decision.ok ? acceptStreams([{ streamId, events: decision.events }]) : decision;
    },
  });
}

const UNKNOWN_IMAGE = {
  code: 'invalid_input',
  fields: [{ path: 'image', code: 'image_unknown' }],
} as const;
