import type { ItemView } from '@atelier/contracts/repair-detail/schema.ts';
import { ArrowUpRight, MapPinX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useStaffFormat } from '../../../../lib/session/use-session.ts';
import { useCutSince } from '../../../../live/use-cut.ts';
import { useNewestItem } from '../../../../live/rows.ts';
import { readRmaPath } from '../../../../shared/item/open-piece.ts';
import { PhaseTag } from '../../../../shared/item/phase-tag.tsx';
import { AgeCell, PieceName } from '../../../../shared/item/piece-cells.tsx';
import { phaseOf } from '../../../../shared/item/stage.ts';
import { PieceActions } from './piece-actions.tsx';
import { ConditionFacts, EarlierFacts, PartsFacts, ReportedFacts, WeightFacts } from './piece-facts.tsx';
import { PiecePhotos } from './piece-photos.tsx';
import { NextPart, RemarksPart } from './piece-notes.tsx';
import './bench-piece.css';
import { Shortcut } from '../../../../shared/keys/shortcut.tsx';

export interface BenchPieceProps {
  item: ItemView;
  target: number;
  /** It was scanned here, and waits for another stage. */
  isElsewhere: boolean;
}

/** The piece on the bench: what was reported and seen, what it weighs, what was said of it, and where it goes. */
export function BenchPiece({ item: given, target, isElsewhere }: BenchPieceProps) {
  const item = useNewestItem(given);
  return (
    <section
      className="panel bench-piece"
      aria-labelledby="bench-piece-number"
      data-testid="bench-piece"
      data-item={item.id}
    >
      <PieceHead item={item} />
      {isElsewhere && <Elsewhere item={item} />}
      <div className="bench-piece-body">
        <PiecePhotos itemId={item.id} product={item} />
        <div className="bench-facts">
          <ReportedFacts item={item} />
          <ConditionFacts itemId={item.id} />
          <WeightFacts itemId={item.id} />
          <PartsFacts itemId={item.id} />
          <EarlierFacts item={item} />
        </div>
      </div>
      <div className="bench-piece-lower">
        <RemarksPart itemId={item.id} />
        <NextPart item={item} target={target} />
      </div>
      <PieceActions item={item} isElsewhere={isElsewhere} />
    </section>
  );
}

function PieceHead({ item }: { item: ItemView }) {
  const { t } = useTranslation(['bench', 'status', 'repair']);
  const { time } = useStaffFormat();
  const since = useCutSince();
  return (
    <header className="bench-piece-head row wrap between">
      <div className="stack gap-4 shrinks">
        <div className="row wrap gap-8">
          <h2 id="bench-piece-number" className="bench-number">
            <bdi>{item.number}</bdi>
          </h2>
          <PhaseTag phase={phaseOf(item.rma_status_id)}>{t(`status:name.${item.rma_status_id}`)}</PhaseTag>
          <AgeCell item={item} />
          {since !== null && (
            <span className="warn-tag small" data-testid="bench-as-known">
              {t('repair:cut.known', { time: time(new Date(since).toISOString()) })}
            </span>
          )}
        </div>
        <span className="small muted">
          <PieceName item={item} />
        </span>
      </div>
      <Link
        className="link row gap-6"
        to={readRmaPath({ rmaId: item.rma_id, itemId: item.id })}
        data-testid="bench-open"
      >
        <ArrowUpRight size={16} aria-hidden className="flips" /> {t('bench:piece.open')}{' '}
        <Shortcut of="benches.open" />
      </Link>
    </header>
  );
}

function Elsewhere({ item }: { item: ItemView }) {
  const { t } = useTranslation(['bench', 'status']);
  return (
    <p className="bench-elsewhere row gap-10" data-testid="bench-elsewhere">
      <MapPinX size={18} aria-hidden />
      <span>
        <b>{t('bench:piece.elsewhere')}</b>{' '}
        {t('bench:piece.standsAt', { stage: t(`status:name.${item.rma_status_id}`) })}
      </span>
    </p>
  );
}
