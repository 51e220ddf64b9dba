import { readPersonFile } from '@atelier/application/privacy/person-export.commands.ts';
import type { PersonExportFormat } from '@atelier/domain/privacy/contract.ts';
import { callerOf, commandServices, type CommandInput } from '../http/caller.ts';
import type { ApiDeps } from '../http/deps.ts';
import { ApiError } from '../http/errors.ts';

/** The file of everything held about a person, in clear, after the reading was recorded (product/privacy.md §5). */
export async function personFile(
  deps: ApiDeps,
  input: CommandInput,
  id: number,
  format: PersonExportFormat,
): Promise<Buffer> {
  const bytes = await readPersonFile(commandServices(deps), callerOf(input), id, format);
  if (bytes === undefined) throw new ApiError(404, 'expired', 'This file can no longer be had.');
  return bytes;
}
