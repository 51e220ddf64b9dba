import { generateKeyPairSync, hash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkpointOf, type Checkpoint } from '@atelier/transparency-log/proof/checkpoint.ts';
import { LeafFile } from '@atelier/transparency-log/proof/leaf-file.ts';
import type { TreeHash } from '@atelier/transparency-log/proof/merkle.ts';
import { parseNote } from '@atelier/transparency-log/proof/signed-note.ts';
import type { WitnessCopy } from '@atelier/transparency-log/proof/witness-copy.ts';
import type { LogForked } from './log-faults.ts';

/** What a witness keeps of one log: the newest checkpoint it signed, and hashes of leaves as far as it has copied them. */
export interface KeptLog {
  readonly note: string;
  readonly checkpoint: Checkpoint;
}

const stampOf = (at: Date): string => at.toISOString().replaceAll(':', '');

/** A folder of files: `checkpoint`, `leaves` (32 bytes each) and, after a fork, what shows it. */
export class WitnessStore {
  readonly #folder: string;
  readonly #leaves: LeafFile;

  /** @param folder of the witness; each log has a separate one below */
  constructor(folder: string, origin: string) {
    this.#folder = join(folder, hash('sha256', origin));
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    this.#leaves = new LeafFile(this.#file('leaves'));
  }

  #file(name: string): string {
    return join(this.#folder, name);
  }

  /** Undefined before the first checkpoint. */
  read(): KeptLog | undefined {
    if (!existsSync(this.#file('checkpoint'))) return undefined;
    const note = readFileSync(this.#file('checkpoint'), 'utf8');
    return { note, checkpoint: checkpointOf(parseNote(note)) };
  }

  /** Leaves first, then the checkpoint that counts them: a crash between leaves only what is written again. */
  async keep(from: number, leaves: readonly TreeHash[], note: string): Promise<void> {
    await this.#leaves.write(from, leaves);
    await writeFile(this.#file('checkpoint.part'), note, { mode: 0o600, flush: true });
    await rename(this.#file('checkpoint.part'), this.#file('checkpoint'));
  }

  /** How many leaves are copied: fewer than the checkpoint counts where the log brought it and its tiles were not read yet. */
  countLeaves(): number {
    return Math.min(this.#leaves.count(), this.read()?.checkpoint.size ?? 0);
  }

  /** All leaves below a size, some at a time. */
  allLeaves(size: number): AsyncGenerator<readonly TreeHash[]> {
    return this.#leaves.all(size);
  }

  /**
   * Both checkpoints, in a separate file for each fault: the same one, seen again, finds its file. Two signed trees of one size are a proof each; a
   * log that went back or on another way grows, and stays the same fault.
   */
  keepEvidence({ kind, message, note }: LogForked, at: Date): string {
    const before = this.read()?.note ?? '';
    const own = hash('sha256', [kind, before, kind === 'other-tree' ? note : ''].join('\0')).slice(0, 12);
    const name = `${kind}-${own}.txt`;
    const known = readdirSync(this.#folder).find((each) => each.startsWith('alarm-') && each.endsWith(name));
    if (known !== undefined) return this.#file(known);
    const file = this.#file(`alarm-${stampOf(at)}-${name}`);
    const text = `${message}\n\nsigned before:\n\n${before}\noffered now:\n\n${note}`;
    writeFileSync(file, text, { mode: 0o600, flag: 'wx', flush: true });
    return file;
  }

  /** Puts aside what was kept: the next checkpoint is taken as the first. */
  setAside(at: Date): void {
    for (const name of ['checkpoint', 'leaves'])
      if (existsSync(this.#file(name)))
        renameSync(this.#file(name), this.#file(`${name}.before-${stampOf(at)}`));
  }

  /** What a verification of the log compares with; undefined before the first checkpoint. */
  asCopy(name: string): WitnessCopy | undefined {
    const kept = this.read();
    if (kept === undefined) return undefined;
    return {
      name,
      note: kept.note,
      size: this.countLeaves(),
      readLeaves: (from, count) => this.#leaves.read(from, count),
    };
  }
}

/** The witness's own key, made at its first start. */
export function ensureWitnessKey(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'witness.key');
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync('ed25519');
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
  }
  return file;
}
