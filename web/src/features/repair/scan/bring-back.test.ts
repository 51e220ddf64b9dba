import { describe, expect, it } from 'vitest';
import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import type { Verdict } from '../../../shared/scan/verdict-state.ts';
import { bringBack, foundElsewhere } from './bring-back.ts';

const HERE = 7;

const pieceAt = (status: number, more: object = {}): ItemView =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the rule reads of a row
  ({
    id: 1,
    rma_status_id: status,
    custody: { kind: 'site', site_id: HERE, site_name: 'Shenzhen' },
    holds: [],
    ...more,
  }) as unknown as ItemView;

const verdictOf = (kind: Verdict['kind'], item: ItemView | null): Verdict => ({
  key: 'k',
  code: 'PAR-1',
  kind,
  item,
  answer: null,
  refusal: null,
});

describe('bringing a piece back to this bench', () => {
  it('is rework from a later bench, and recall to the SAV check', () => {
    expect(bringBack(pieceAt(7), 5, HERE)).toEqual({ move: 'rework' });
    expect(bringBack(pieceAt(12), 17, null)).toEqual({ move: 'recall' });
  });

  it.each([
    ['not_yet', pieceAt(3), 9],
    ['no_way', pieceAt(8), 6],
    ['no_way', pieceAt(13), 5],
    ['in_package', pieceAt(7, { custody: { kind: 'shipment', site_id: null } }), 5],
    ['other_site', pieceAt(7, { custody: { kind: 'site', site_id: 9 } }), 5],
    ['held', pieceAt(7, { holds: ['stone'] }), 5],
    ['held', pieceAt(7, { holds: ['approval'] }), 4],
  ] as const)('is refused as %s', (why, item, target) => {
    expect(bringBack(item, target, HERE)).toEqual({ why, item });
  });

  it('is offered under a hold that stops no bench', () => {
    expect(bringBack(pieceAt(7, { holds: ['dispute'] }), 5, HERE)).toEqual({ move: 'rework' });
  });

  it('is no question for a piece that is here', () => {
    expect(bringBack(pieceAt(5), 5, HERE)).toBeNull();
  });
});

describe('a piece of another stage', () => {
  it('is one with the wrong stage, or one that passed this stage', () => {
    const polished = pieceAt(7);
    expect(foundElsewhere(verdictOf('wrong_stage', polished), 5)).toBe(polished);
    expect(foundElsewhere(verdictOf('already_done', polished), 5)).toBe(polished);
  });

  it('is none that a colleague scanned before its move', () => {
    expect(foundElsewhere(verdictOf('already_done', pieceAt(4)), 5)).toBeNull();
  });

  it('is none without a row, or with another verdict', () => {
    expect(foundElsewhere(verdictOf('unknown', null), 5)).toBeNull();
    expect(foundElsewhere(verdictOf('accepted', pieceAt(4)), 5)).toBeNull();
  });
});
