import { MOST_OPEN_EXPORTS } from '@atelier/domain/exports/contract.ts';
import { reject, type Decision } from '@atelier/domain/decider.ts';
import type { CustomerRef } from '@atelier/domain/kernel.ts';
import type { PersonExportFormat } from '@atelier/domain/privacy/contract.ts';
import { privacyExportStream, type PersonExportEvent } from '@atelier/domain/privacy/events.ts';
import {
  completePersonExport,
  failPersonExport,
  readPersonExport,
  removePersonExport,
  requestPersonExport,
  type PersonExportState,
} from '@atelier/domain/privacy/person-export.ts';
import type { CommandContext } from '@atelier/domain/repair/item/commands.ts';
import type { ReferenceLanguage } from '@atelier/domain/shared/languages.ts';
import { personExportAggregate } from '../aggregates.ts';
import { newFileName } from '../blobs/postgres-blob-store.ts';
import {
  runCommand,
  type Caller,
  type CommandOutcome,
  type CommandServices,
} from '../commands/run-command.ts';
import { hasTooManyExports, inTurnOfAccount } from '../shared/open-exports.ts';
import { newKeyPart, openFile, sealFile } from '../shared/sealed-file.ts';
import { findDossier } from './dossier.queries.ts';
import { findAllRefs, findKnownRefs } from './same-person.queries.ts';

/** `POST /privacy/export`: asks for everything held about these persons, under every reference of theirs. Answers `{export_id}`. */
export async function askForPersonExport(
  services: CommandServices,
  caller: Caller,
  asked: { readonly customerRefs: readonly CustomerRef[]; readonly language: ReferenceLanguage },
): Promise<CommandOutcome> {
  const known = await findKnownRefs(services.db, asked.customerRefs);
  if (asked.customerRefs.some((ref) => !known.has(ref))) return reject('not_found');
  const customerRefs = await findAllRefs(services.db, asked.customerRefs);
  const [exportId = 0] = await services.store.nextIds(1);
  return inTurnOfAccount(services, caller, () =>
    onExport(services, caller, exportId, async (state, context) =>
      (await hasTooManyExports(services, caller, MOST_OPEN_EXPORTS))
        ? reject('too_many_exports')
        : requestPersonExport({ ...asked, customerRefs, exportId }, state, context),
    ),
  );
}

/**
 * A worker builds the file and keeps it encrypted. Delivered again after it was built, nothing is done; the bytes of an attempt
 * that died are unreadable, since their key was not kept, and the next sweep deletes them.
 */
export async function buildPersonExport(
  services: CommandServices,
  caller: Caller,
  exportId: number,
): Promise<CommandOutcome | undefined> {
  const state = await readExport(services, exportId);
  if (state.kind === 'none' || state.state !== 'requested') return undefined;
  const { customerRefs, language } = state.asked;
  const dossier = await findDossier(services, customerRefs, language);
  const keyParts = customerRefs.map(newKeyPart);
  const sealed = sealFile(Buffer.from(JSON.stringify(dossier, null, 1)), keyParts);
  const { hash, size } = await services.blobs.put(sealed, 'application/octet-stream', {
    name: newFileName(),
  });
  return onExport(services, caller, exportId, (current, context) =>
    completePersonExport({ blob: hash, size, keyParts }, current, context),
  );
}

/** Every attempt failed. */
export const giveUpPersonExport = (
  services: CommandServices,
  caller: Caller,
  exportId: number,
): Promise<CommandOutcome> =>
  onExport(services, caller, exportId, (state, context) => failPersonExport('broken', state, context));

/** The file in clear, after its reading was recorded; undefined where it cannot be had (any more). */
export async function readPersonFile(
  services: CommandServices,
  caller: Caller,
  exportId: number,
  format: PersonExportFormat,
): Promise<Buffer | undefined> {
  const outcome = await onExport(services, caller, exportId, (state, context) =>
    readPersonExport(format, state, context),
  );
  if (!outcome.ok) return undefined;
  const state = await readExport(services, exportId);
  if (state.kind === 'none' || state.file === null) return undefined;
  const content = await services.blobs.getPassing(state.file.blob);
  const parts = state.keyParts.filter((part) => part !== null);
  if (content === undefined || parts.length !== state.asked.customerRefs.length) return undefined;
  return openFile(content.bytes, parts);
}

/** Its bytes go, then its event says so: killed in between, the next sweep says it. */
export async function dropPersonExport(
  services: CommandServices,
  caller: Caller,
  exportId: number,
  because: 'expired' | 'erased',
): Promise<void> {
  const state = await readExport(services, exportId);
  if (state.kind === 'none') return;
  if (state.file !== null) await services.blobs.remove([state.file.blob]);
  await onExport(services, caller, exportId, (current, context) =>
    removePersonExport(because, current, context),
  );
}

async function readExport({ store }: CommandServices, exportId: number): Promise<PersonExportState> {
  const { events } = await store.readStream(privacyExportStream(exportId));
  return personExportAggregate.stateOf(events);
}

function onExport(
  services: CommandServices,
  caller: Caller,
  exportId: number,
  decide: (
    state: PersonExportState,
    context: CommandContext,
  ) => Decision<PersonExportEvent> | Promise<Decision<PersonExportEvent>>,
): Promise<CommandOutcome> {
  const streamId = privacyExportStream(exportId);
  return runCommand(services, caller, {
    streams: [streamId],
    decide: async (states, context) => {
      const decision = await decide(states.of(personExportAggregate, exportId), context);
      if (!decision.ok) return decision;
      const streams = decision.events.length === 0 ? [] : [{ streamId, events: decision.events }];
      return { ok: true, streams, answer: { export_id: exportId } };
    },
  });
}
