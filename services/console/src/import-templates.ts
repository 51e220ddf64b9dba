import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleFileOf, type DataSet } from '@atelier/domain/reference/import/data-set.ts';
import { describeError, Fault } from '@atelier/host/fault.ts';

/** Prints the template of a set, or writes it where nothing is yet. */
export function giveTemplate(set: DataSet, file: string | undefined): void {
  if (file === undefined) return void process.stdout.write(exampleFileOf(set).replace('\uFEFF', ''));
  try {
    writeFileSync(file, exampleFileOf(set), { flag: 'wx' });
  } catch (error) {
    throw new Fault(`The template ${file} cannot be written (${describeError(error)}).`);
  }
  console.log(`template of ${set.name}: ${file}`);
}

/** Writes a template of every set into a folder, as `importOrders` finds them. */
export function giveTemplates(sets: readonly DataSet[], folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const set of sets) giveTemplate(set, fileIn(folder, set));
}

export const fileIn = (folder: string, { name }: DataSet): string => join(folder, `${name}.csv`);
