import { acceptStreams } from '@atelier/domain/decider.ts';
import type { ImportedLine } from '@atelier/domain/reference/product-import/events.ts';
import { requestProductImport, takeLines } from '@atelier/domain/reference/product-import/product-import.ts';
import { productImportAggregate } from '../../aggregates.ts';
import {
  runCommand,
  type Caller,
  type CommandOutcome,
  type CommandServices,
} from '../../commands/run-command.ts';

export const productImportStream = (id: number): string => `product-import-${id}`;

/** `importProduct`: asks for the master data of these SKUs; a worker fetches them. Answers `{import_id}`. */
export async function startProductImport(
  services: CommandServices,
  caller: Caller,
  skus: readonly string[],
): Promise<CommandOutcome> {
  const [importId = 0] = await services.store.nextIds(1);
  const streamId = productImportStream(importId);
  return runCommand(services, caller, {
    streams: [streamId],
    decide: (_states, { now, actor }) => {
      const { userId, workerId } = actor;
      const decision = requestProductImport(importId, skus, { now, by: { userId, workerId } });
      if (!decision.ok) return decision;
      const streams = acceptStreams([{ streamId, events: decision.events }]);
      return { ...streams, answer: { import_id: importId } };
    },
  });
}

/** What became of some SKUs of an import; the last of them ends it. */
export function takeProductLines(
  services: CommandServices,
  caller: Caller,
  importId: number,
  lines: readonly ImportedLine[],
): Promise<CommandOutcome> {
  const streamId = productImportStream(importId);
  return runCommand(services, caller, {
    streams: [streamId],
    decide: (states, { now }) => {
      const decision = takeLines(lines, states.of(productImportAggregate, importId), now);
      return decision.ok ? acceptStreams([{ streamId, events: decision.events }]) : decision;
    },
  });
}
