import type { HandoverPaper } from '@atelier/domain/documents/paper.ts';
import { PRODUCT_KINDS } from '@atelier/domain/shared/product.ts';
import { REFERENCE_LANGUAGES } from '@atelier/domain/shared/languages.ts';
import { describe, expect, it } from 'vitest';
import { A4 } from '@atelier/domain/documents/sizes.ts';
import { careSheet } from './care-sheet.ts';
import { handoverSheets } from './handover-paper.ts';
import type { Pen } from './pen.ts';
import { PAPERS } from './testing-papers.ts';
import { wordingOf } from './wording.ts';

const paperOf = (change: Partial<HandoverPaper>): HandoverPaper => ({ ...handover(), ...change });

function handover(): HandoverPaper {
  const paper = PAPERS.handover;
  if (paper.kind !== 'handover') throw new Error('not a handover');
  return paper.handover;
}

/** Lines that a sheet writes, with where they stand. Every letter is two millimetres wide. */
function written(draw: (pen: Pen) => void): readonly { text: string; y: number }[] {
  const lines: { text: string; y: number }[] = [];
  const pen = {
    write: (text: string, _x: number, y: number) => void lines.push({ text, y }),
    rule: () => undefined,
    measure: (text: string) => text.length * 2,
  };
  draw(pen as unknown as Pen);
  return lines;
}

describe('the care leaflet', () => {
  it.each(REFERENCE_LANGUAGES)('fits its page in %s, whatever the kind', (language) => {
    const wording = wordingOf(language);
    for (const kind of [...PRODUCT_KINDS, 'other'] as const) {
      const lines = written(careSheet(paperOf({ kind }), wording).draw);
      expect(Math.max(...lines.map(({ y }) => y))).toBeLessThan(A4.height - 15);
      expect(lines.map(({ text }) => text).join(' ')).toContain(wording.texts.care.kind[kind].slice(0, 12));
    }
  });

  it('goes home with every piece but a counterfeit', () => {
    const wording = wordingOf('en');
    expect(handoverSheets(paperOf({ result: 'repaired' }), wording)).toHaveLength(2);
    expect(handoverSheets(paperOf({ result: 'counterfeit' }), wording)).toHaveLength(1);
  });
});
