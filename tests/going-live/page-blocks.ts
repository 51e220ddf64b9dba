import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@atelier/host/files.ts';

/** Something that docs/going-live.md has a person run. */
export interface PageBlock {
  /** The number of the step that it stands in. */
  readonly step: number;
  readonly language: string;
  readonly lines: readonly string[];
}

export interface Page {
  /** The numbers of its steps, as they stand there. */
  readonly steps: readonly number[];
  readonly blocks: readonly PageBlock[];
  /** Words in bold behind the title of a step: what a person looks for on a screen. */
  readonly labels: readonly string[];
}

const STEP = /^(\d+)\. \*\*/;
const FENCE = /^\s*```(\w*)$/;

/** The steps of docs/going-live.md, and what is to be run and looked for in them. */
export function readPage(): Page {
  const lines = readFileSync(join(projectRoot, 'docs', 'going-live.md'), 'utf8').split('\n');
  const steps: number[] = [];
  const blocks: { step: number; language: string; lines: string[] }[] = [];
  let open = false;
  for (const line of lines) {
    const step = STEP.exec(line)?.[1];
    const language = FENCE.exec(line)?.[1];
    if (step !== undefined) steps.push(Number(step));
    if (language !== undefined) {
      open = !open;
      if (open) blocks.push({ step: steps.at(-1) ?? 0, language, lines: [] });
    } else if (open) blocks.at(-1)?.lines.push(line.trim());
  }
  return { steps, blocks, labels: labelsIn(lines) };
}

const labelsIn = (lines: readonly string[]): readonly string[] =>
  lines
    .map((line) => line.replace(/^\d+\. \*\*[^*]+\*\*/, ''))
    .flatMap((line) => [...line.matchAll(/\*\*([^*]+)\*\*/g)].map(([, label = '']) => label));
