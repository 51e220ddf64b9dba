import { LOG_FILES, type LogFormat } from '@atelier/domain/exports/contract.ts';
import type { LogSpan } from '@atelier/domain/exports/events.ts';
import type { CommandServices } from '@atelier/application/commands/run-command.ts';
import { forgetParts } from '@atelier/application/exports/export-files.commands.ts';
import type { BuiltFile } from '@atelier/application/exports/export.commands.ts';
import { logText } from '@atelier/application/exports/log/log-text.queries.ts';
import { createPartWriter } from './part-writer.ts';

/** Writes a span of the log in its format, part by part as it is read. Progress counts positions of the log. */
export async function buildLogFile(
  services: CommandServices,
  exportId: number,
  asked: { readonly format: LogFormat; readonly span: LogSpan },
  onProgress: (done: number, total: number) => Promise<void>,
): Promise<BuiltFile> {
  await forgetParts(services.db, exportId);
  const writer = createPartWriter(services, exportId);
  const { from, to } = asked.span;
  let rows = 0;
  for await (const chunk of logText(services, asked.format, { from, to, after: 0 })) {
    await writer.write(chunk.text);
    rows += chunk.rows;
    await onProgress(chunk.position, Math.max(chunk.end, 1));
  }
  const { size, blob } = await writer.end();
  return { blob, size, rows, format: LOG_FILES[asked.format] };
}
